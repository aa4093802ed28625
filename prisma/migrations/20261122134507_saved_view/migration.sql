-- CreateTable
CREATE TABLE "saved_view" (
    "id" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "owner_name" TEXT NOT NULL,
    "page" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "shared" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_view_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "saved_view_page_shared_idx" ON "saved_view"("page", "shared");

-- CreateIndex
CREATE UNIQUE INDEX "saved_view_owner_page_name_key" ON "saved_view"("owner", "page", "name");
