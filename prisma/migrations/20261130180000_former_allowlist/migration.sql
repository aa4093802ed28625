-- The release before allowed multiple accounts to all global accounts unless a file said otherwise; now they are off until
-- an administrator allows them. Version 0 stores the former default for a database with claims, so that an upgrade changes
-- no decision.
INSERT INTO "multi_account_revision" ("version", "allowed", "limits", "min_bindings_for_guard", "at", "actor", "reason")
SELECT 0, ARRAY['*'], '{"default": 3, "providers": {"aws": 180, "gcp": 135, "openstack": 100, "alicloud": 100}}', 0, now(),
  'hap-console', 'In force before the upgrade without any setting.'
WHERE EXISTS (SELECT FROM "claim") AND NOT EXISTS (SELECT FROM "multi_account_revision");
