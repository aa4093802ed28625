-- CreateTable
CREATE TABLE "rules_publication" (
    "number" INTEGER NOT NULL,
    "revision" TEXT NOT NULL,
    "replaced" TEXT NOT NULL,
    "document" TEXT NOT NULL,
    "restores" INTEGER,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "ticket" TEXT,
    "impact" JSONB,
    "cases" JSONB,
    "override_reason" TEXT,
    "audit_seq" BIGINT,

    CONSTRAINT "rules_publication_pkey" PRIMARY KEY ("number")
);

-- AddForeignKey
ALTER TABLE "rules_publication" ADD CONSTRAINT "rules_publication_revision_fkey" FOREIGN KEY ("revision") REFERENCES "rules_revision"("revision") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rules_publication" ADD CONSTRAINT "rules_publication_replaced_fkey" FOREIGN KEY ("replaced") REFERENCES "rules_revision"("revision") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What was published stays as it was published.
CREATE FUNCTION "refuse_publication_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'published rules are never changed or removed' USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER "rules_publication_is_final" BEFORE UPDATE OR DELETE OR TRUNCATE ON "rules_publication"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_publication_change"();
