-- AlterTable
ALTER TABLE "claim" ADD COLUMN     "queued_at" TIMESTAMPTZ(3);

-- Those that wait now go on with their places.
UPDATE "claim" SET "queued_at" = "created_at" WHERE "status" = 'waiting';
