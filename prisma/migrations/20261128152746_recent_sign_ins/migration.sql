-- AlterTable
ALTER TABLE "api_token" ADD COLUMN     "access_granted_at" TIMESTAMPTZ(3),
ADD COLUMN     "access_grants" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "may_grant_access" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "sign_in_session" ADD COLUMN     "auth_time_sent" BOOLEAN;

-- Tokens that exist keep what they may do for one release.
UPDATE "api_token" SET "may_grant_access" = true;
