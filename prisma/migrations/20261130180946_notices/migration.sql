-- CreateTable
CREATE TABLE "notice_preference" (
    "person_id" TEXT NOT NULL,
    "channels_json" TEXT NOT NULL,
    "slack_sealed" TEXT,
    "quiet_from" INTEGER,
    "quiet_until" INTEGER,
    "time_zone" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "shows_details" BOOLEAN NOT NULL,
    "company_items" BOOLEAN NOT NULL,
    "updated_at" BIGINT NOT NULL,

    CONSTRAINT "notice_preference_pkey" PRIMARY KEY ("person_id")
);

-- CreateTable
CREATE TABLE "push_subscription" (
    "id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "endpoint_sha256" TEXT NOT NULL,
    "target_sealed" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "push_subscription_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notice" (
    "id" TEXT NOT NULL,
    "interaction_id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "group_key" TEXT NOT NULL,
    "burst_at" BIGINT NOT NULL,
    "status" TEXT NOT NULL,
    "due_at" BIGINT NOT NULL,
    "claimed_until" BIGINT,
    "tries" INTEGER NOT NULL,
    "last_error" TEXT,
    "message_ref" TEXT,
    "created_at" BIGINT NOT NULL,
    "sent_at" BIGINT,
    "ended_at" BIGINT,

    CONSTRAINT "notice_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notice_channel" (
    "person_id" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "failing_since" BIGINT NOT NULL,
    "failures" INTEGER NOT NULL,
    "last_error" TEXT NOT NULL,

    CONSTRAINT "notice_channel_pkey" PRIMARY KEY ("person_id","channel")
);

-- CreateTable
CREATE TABLE "notice_feed" (
    "name" TEXT NOT NULL,
    "after_tx" BIGINT NOT NULL,
    "after_seq" BIGINT NOT NULL,

    CONSTRAINT "notice_feed_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE UNIQUE INDEX "push_subscription_endpoint_sha256_key" ON "push_subscription"("endpoint_sha256");

-- CreateIndex
CREATE INDEX "push_subscription_person_id_idx" ON "push_subscription"("person_id");

-- CreateIndex
CREATE INDEX "notice_status_due_at_idx" ON "notice"("status", "due_at");

-- CreateIndex
CREATE INDEX "notice_person_id_group_key_burst_at_idx" ON "notice"("person_id", "group_key", "burst_at");

-- CreateIndex
CREATE INDEX "notice_created_at_idx" ON "notice"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "notice_interaction_id_person_id_channel_purpose_key" ON "notice"("interaction_id", "person_id", "channel", "purpose");
