-- AlterTable
ALTER TABLE "claim" ADD COLUMN     "audit_seq" BIGINT;
