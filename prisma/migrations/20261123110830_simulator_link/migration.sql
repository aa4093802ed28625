-- CreateTable
CREATE TABLE "simulator_link" (
    "id" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "author_name" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "simulator_link_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "simulator_link_author_expires_at_idx" ON "simulator_link"("author", "expires_at");

-- CreateIndex
CREATE INDEX "simulator_link_expires_at_idx" ON "simulator_link"("expires_at");
