-- AlterTable
ALTER TABLE "claim" ADD COLUMN     "deadline" TIMESTAMPTZ(3),
ADD COLUMN     "on_exhausted" TEXT;
