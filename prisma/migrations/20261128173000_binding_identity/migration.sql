-- AlterTable
ALTER TABLE "approval" ADD COLUMN     "identities" JSONB;

-- CreateTable
CREATE TABLE "binding_identity" (
    "kind" TEXT NOT NULL,
    "namespace" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "account" TEXT NOT NULL,
    "uid" TEXT NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "gone_at" TIMESTAMPTZ(3),
    "seq" BIGSERIAL NOT NULL,

    CONSTRAINT "binding_identity_pkey" PRIMARY KEY ("kind","namespace","name","account")
);

-- CreateTable
CREATE TABLE "landscape_namespace" (
    "namespace" TEXT NOT NULL,
    "uid" TEXT,
    "audit_seq" BIGINT,

    CONSTRAINT "landscape_namespace_pkey" PRIMARY KEY ("namespace")
);

-- CreateTable
CREATE TABLE "landscape_notice" (
    "namespace" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "known" INTEGER NOT NULL,
    "gone" INTEGER NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "landscape_notice_pkey" PRIMARY KEY ("namespace","source")
);

-- CreateIndex
CREATE INDEX "binding_identity_seq_idx" ON "binding_identity"("seq");

-- What the release before knew: a backup that is restored under new uids is noticed from the first start on.
INSERT INTO "binding_identity" ("kind", "namespace", "name", "account", "uid")
SELECT "kind", "namespace", "name", "account", "uid" FROM "binding_state" WHERE "uid" <> '';

-- A release that knows no uid gives a claim another binding and leaves the uid of the one before.
CREATE FUNCTION "forget_uid_of_other_binding"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW."binding_uid" := NULL;
    RETURN NEW;
END;
$$;

CREATE TRIGGER "claim_binding_uid" BEFORE UPDATE OF "binding_name" ON "claim"
    FOR EACH ROW WHEN (
        NEW."binding_uid" IS NOT DISTINCT FROM OLD."binding_uid"
        AND (NEW."binding_kind", NEW."binding_namespace", NEW."binding_name")
            IS DISTINCT FROM (OLD."binding_kind", OLD."binding_namespace", OLD."binding_name")
    ) EXECUTE FUNCTION "forget_uid_of_other_binding"();
