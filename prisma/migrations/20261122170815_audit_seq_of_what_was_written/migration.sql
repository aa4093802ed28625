-- AlterTable
ALTER TABLE "job" ADD COLUMN     "audit_seq" BIGINT;

-- AlterTable
ALTER TABLE "multi_account_revision" ADD COLUMN     "audit_seq" BIGINT;
