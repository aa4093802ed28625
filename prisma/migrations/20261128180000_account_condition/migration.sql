-- CreateTable
CREATE TABLE "account_condition" (
    "subject" TEXT NOT NULL,
    "account" TEXT NOT NULL,
    "binding_key" TEXT,
    "binding_uid" TEXT,
    "cause" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "checked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirmed" BOOLEAN NOT NULL,
    "checks" INTEGER NOT NULL DEFAULT 0,
    "next_check_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_condition_pkey" PRIMARY KEY ("subject")
);

-- CreateTable
CREATE TABLE "account_scan" (
    "id" INTEGER NOT NULL,
    "cursor" TEXT NOT NULL DEFAULT '',
    "round_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "next_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_scan_pkey" PRIMARY KEY ("id")
);
