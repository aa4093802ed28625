-- CreateTable
CREATE TABLE "sign_in_session" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "user_name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "address" TEXT,
    "browser" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirmed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "asking_until" TIMESTAMPTZ(3),
    "sealed" TEXT,
    "ended_at" TIMESTAMPTZ(3),
    "end_reason" TEXT,
    "ended_by" TEXT,

    CONSTRAINT "sign_in_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_slot" (
    "slot" INTEGER NOT NULL,
    "level" DOUBLE PRECISION NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_slot_pkey" PRIMARY KEY ("slot")
);

-- CreateIndex
CREATE INDEX "sign_in_session_ended_at_used_at_idx" ON "sign_in_session"("ended_at", "used_at");

-- CreateIndex
CREATE INDEX "sign_in_session_user_id_ended_at_created_at_idx" ON "sign_in_session"("user_id", "ended_at", "created_at");
