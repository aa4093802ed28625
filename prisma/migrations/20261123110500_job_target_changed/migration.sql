-- AlterTable
ALTER TABLE "job_target" ADD COLUMN     "changed" JSONB;

-- What was refused before for its version is told by its words; what was there instead, nobody kept.
UPDATE "job_target" SET "changed" = '{"found": null}'
WHERE "status" = 'refused'
    AND ("message" LIKE '%Review what changed, then decide again.' OR "message" LIKE '%Look at what changed, and decide again.');
