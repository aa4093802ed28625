-- AlterTable
ALTER TABLE "claim" ADD COLUMN     "cause" TEXT;
