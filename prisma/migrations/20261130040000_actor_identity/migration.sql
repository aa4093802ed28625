-- AlterTable
ALTER TABLE "api_token" ADD COLUMN     "creator_issuer" TEXT;

-- AlterTable
ALTER TABLE "approval" ADD COLUMN     "decider_id" TEXT,
ADD COLUMN     "decider_issuer" TEXT,
ADD COLUMN     "proposer_issuer" TEXT;

-- AlterTable
ALTER TABLE "sign_in_session" ADD COLUMN     "issuer" TEXT;
