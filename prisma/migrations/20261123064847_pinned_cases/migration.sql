-- AlterTable
ALTER TABLE "rules_publication" ADD COLUMN     "pinned" TEXT NOT NULL DEFAULT '';
