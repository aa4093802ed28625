-- Jobs by the job whose rest they do; without it each target of a job is looked for in all jobs.
CREATE INDEX "job_retry_of_idx" ON "job" (("parameters"->>'retryOf')) WHERE "parameters"->>'retryOf' IS NOT NULL;
