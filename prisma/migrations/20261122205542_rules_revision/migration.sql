-- CreateTable
CREATE TABLE "rules_revision" (
    "revision" TEXT NOT NULL,
    "texts" TEXT[],
    "first_seen" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "rules_revision_pkey" PRIMARY KEY ("revision")
);
