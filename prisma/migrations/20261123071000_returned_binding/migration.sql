-- CreateTable
CREATE TABLE "returned_binding" (
    "tenant" TEXT NOT NULL,
    "hyperscaler_type" TEXT NOT NULL,
    "eu_access" BOOLEAN NOT NULL,
    "binding_kind" TEXT NOT NULL,
    "binding_namespace" TEXT NOT NULL,
    "binding_name" TEXT NOT NULL,
    "account" TEXT NOT NULL,
    "epoch" BIGINT NOT NULL,
    "returned_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "returned_binding_pkey" PRIMARY KEY ("tenant","hyperscaler_type","eu_access","binding_kind","binding_namespace","binding_name")
);
