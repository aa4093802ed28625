-- CreateTable
CREATE TABLE "pool_alarm" (
    "pool_key" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "raised_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pool_alarm_pkey" PRIMARY KEY ("pool_key","reason")
);
