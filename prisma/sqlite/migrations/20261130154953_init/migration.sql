-- CreateTable
CREATE TABLE "interaction" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "mode" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "user_id" TEXT,
    "task_id" TEXT,
    "conversation_id" TEXT,
    "asker" TEXT NOT NULL,
    "agent" TEXT NOT NULL,
    "key_id" TEXT,
    "key_label" TEXT,
    "summary" TEXT NOT NULL,
    "moves_money" BOOLEAN,
    "requires_present_user" BOOLEAN NOT NULL,
    "details_json" TEXT NOT NULL,
    "questions_json" TEXT,
    "browser_json" TEXT,
    "live_url" TEXT,
    "app" TEXT,
    "nonce" TEXT,
    "external_id" TEXT,
    "metadata_json" TEXT,
    "digest" TEXT NOT NULL,
    "content_hmac" TEXT NOT NULL,
    "arguments_hmac" TEXT,
    "created_at" BIGINT NOT NULL,
    "expires_at" BIGINT,
    "resolved_at" BIGINT,
    "decision" TEXT,
    "reason" TEXT,
    "message" TEXT,
    "answers_json" TEXT,
    "handoff" TEXT,
    "present_user" TEXT,
    "answered_by_type" TEXT,
    "answered_by_id" TEXT,
    "answered_by_name" TEXT,
    "method" TEXT,
    "picked_up_at" BIGINT
);

-- CreateTable
CREATE TABLE "frame" (
    "interaction_id" TEXT NOT NULL PRIMARY KEY,
    "jpeg" BLOB NOT NULL,
    "sha256" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "private_result" (
    "interaction_id" TEXT NOT NULL PRIMARY KEY,
    "answers_json" TEXT,
    "output_json" TEXT,
    "error" TEXT,
    "forget_at" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "conversation" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "mode" TEXT NOT NULL,
    "asker" TEXT NOT NULL,
    "user_id" TEXT,
    "external_id" TEXT,
    "context_id" TEXT,
    "created_at" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "task" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "mode" TEXT NOT NULL,
    "asker" TEXT NOT NULL,
    "user_id" TEXT,
    "conversation_id" TEXT,
    "title" TEXT,
    "external_id" TEXT,
    "status" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,
    "ended_at" BIGINT
);

-- CreateTable
CREATE TABLE "task_entry" (
    "task_id" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "body_json" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,

    PRIMARY KEY ("task_id", "seq")
);

-- CreateTable
CREATE TABLE "push_config" (
    "task_id" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "auth_sealed" TEXT,
    "is_activated" BOOLEAN NOT NULL,
    "after_tx" BIGINT NOT NULL,
    "after_seq" BIGINT NOT NULL,
    "tries" INTEGER NOT NULL,
    "next_try_at" BIGINT,
    "claimed_until" BIGINT,
    "created_at" BIGINT NOT NULL,

    PRIMARY KEY ("task_id", "owner", "id")
);

-- CreateTable
CREATE TABLE "agent" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "mode" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "connections" BOOLEAN NOT NULL,
    "key_id" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "remote_agent" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "mode" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "card_url" TEXT NOT NULL,
    "binding" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "credential_sealed" TEXT,
    "user_id" TEXT,
    "last_seen_at" BIGINT,
    "last_error" TEXT,
    "created_at" BIGINT NOT NULL,
    "removed_at" BIGINT
);

-- CreateTable
CREATE TABLE "remote_item" (
    "interaction_id" TEXT NOT NULL PRIMARY KEY,
    "agent_id" TEXT NOT NULL,
    "task_id" TEXT NOT NULL,
    "context_id" TEXT NOT NULL,
    "remote_interaction" TEXT,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "tries" INTEGER NOT NULL,
    "next_try_at" BIGINT,
    "last_error" TEXT,
    "created_at" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "end_user" (
    "mode" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,

    PRIMARY KEY ("mode", "user_id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "sha256" TEXT NOT NULL,
    "last4" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "agent" TEXT,
    "created_at" BIGINT NOT NULL,
    "expires_at" BIGINT,
    "revoked_at" BIGINT,
    "last_used_at" BIGINT
);

-- CreateTable
CREATE TABLE "person" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "password_hash" TEXT,
    "created_at" BIGINT NOT NULL,
    "removed_at" BIGINT
);

-- CreateTable
CREATE TABLE "person_user" (
    "person_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,

    PRIMARY KEY ("person_id", "user_id"),
    CONSTRAINT "person_user_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "person_identity" (
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,

    PRIMARY KEY ("issuer", "subject"),
    CONSTRAINT "person_identity_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "person_session" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "person_id" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "expires_at" BIGINT NOT NULL,
    "ended_at" BIGINT,
    CONSTRAINT "person_session_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "sign_in_link" (
    "sha256" TEXT NOT NULL PRIMARY KEY,
    "person_id" TEXT,
    "created_at" BIGINT NOT NULL,
    "expires_at" BIGINT NOT NULL,
    "used_at" BIGINT
);

-- CreateTable
CREATE TABLE "sign_in_failure" (
    "subject" TEXT NOT NULL PRIMARY KEY,
    "count" INTEGER NOT NULL,
    "window_start" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "idempotency" (
    "credential" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,

    PRIMARY KEY ("credential", "key")
);

-- CreateTable
CREATE TABLE "event" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "tx" BIGINT NOT NULL,
    "id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "interaction_id" TEXT,
    "task_id" TEXT,
    "entry_id" TEXT,
    "user_id" TEXT,
    "asker" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "audit" (
    "chain" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "at" BIGINT NOT NULL,
    "action" TEXT NOT NULL,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT,
    "channel" TEXT NOT NULL,
    "request_id" TEXT,
    "facts_json" TEXT NOT NULL,
    "prev_hash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,

    PRIMARY KEY ("chain", "seq")
);

-- CreateTable
CREATE TABLE "audit_head" (
    "chain" TEXT NOT NULL PRIMARY KEY,
    "seq" INTEGER NOT NULL,
    "hash" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "session" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "sha256" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "interactions_json" TEXT,
    "allow_json" TEXT,
    "allowed_origins_json" TEXT,
    "key_id" TEXT,
    "created_at" BIGINT NOT NULL,
    "expires_at" BIGINT NOT NULL,
    "ended_at" BIGINT,
    "last_used_at" BIGINT
);

-- CreateTable
CREATE TABLE "user_link" (
    "sha256" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "expires_at" BIGINT NOT NULL,
    "used_at" BIGINT
);

-- CreateTable
CREATE TABLE "connection" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "mode" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "app" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "token_sha256" TEXT,
    "return_url" TEXT,
    "flow_json" TEXT,
    "tokens_sealed" TEXT,
    "created_at" BIGINT NOT NULL,
    "expires_at" BIGINT,
    "active_at" BIGINT
);

-- CreateTable
CREATE TABLE "webhook_endpoint" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "mode" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "events_json" TEXT NOT NULL,
    "description" TEXT,
    "secret_sealed" TEXT NOT NULL,
    "old_secret_sealed" TEXT,
    "old_secret_until" BIGINT,
    "after_tx" BIGINT NOT NULL,
    "after_seq" BIGINT NOT NULL,
    "failing_since" BIGINT,
    "paused_until" BIGINT,
    "disabled_at" BIGINT,
    "disabled_reason" TEXT,
    "created_at" BIGINT NOT NULL,
    "removed_at" BIGINT
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "endpoint_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "event_seq" BIGINT NOT NULL,
    "event_type" TEXT NOT NULL,
    "interaction_id" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "tries" INTEGER NOT NULL,
    "next_try_at" BIGINT,
    "claimed_until" BIGINT,
    "last_status" INTEGER,
    "last_error" TEXT,
    "created_at" BIGINT NOT NULL,
    "delivered_at" BIGINT
);

-- CreateTable
CREATE TABLE "rate_window" (
    "credential" TEXT NOT NULL,
    "window_start" BIGINT NOT NULL,
    "count" INTEGER NOT NULL,

    PRIMARY KEY ("credential", "window_start")
);

-- CreateTable
CREATE TABLE "setting" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "value" TEXT NOT NULL
);

-- CreateIndex
CREATE INDEX "interaction_mode_status_created_at_id_idx" ON "interaction"("mode", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "interaction_mode_user_id_status_created_at_id_idx" ON "interaction"("mode", "user_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "interaction_mode_task_id_status_idx" ON "interaction"("mode", "task_id", "status");

-- CreateIndex
CREATE INDEX "interaction_mode_conversation_id_status_idx" ON "interaction"("mode", "conversation_id", "status");

-- CreateIndex
CREATE INDEX "interaction_mode_asker_status_idx" ON "interaction"("mode", "asker", "status");

-- CreateIndex
CREATE INDEX "interaction_mode_user_id_app_status_idx" ON "interaction"("mode", "user_id", "app", "status");

-- CreateIndex
CREATE INDEX "interaction_status_expires_at_idx" ON "interaction"("status", "expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "interaction_mode_asker_external_id_key" ON "interaction"("mode", "asker", "external_id");

-- CreateIndex
CREATE INDEX "frame_created_at_idx" ON "frame"("created_at");

-- CreateIndex
CREATE INDEX "private_result_forget_at_idx" ON "private_result"("forget_at");

-- CreateIndex
CREATE INDEX "conversation_mode_context_id_idx" ON "conversation"("mode", "context_id");

-- CreateIndex
CREATE UNIQUE INDEX "conversation_mode_asker_external_id_key" ON "conversation"("mode", "asker", "external_id");

-- CreateIndex
CREATE INDEX "task_mode_state_created_at_idx" ON "task"("mode", "state", "created_at");

-- CreateIndex
CREATE INDEX "task_mode_conversation_id_idx" ON "task"("mode", "conversation_id");

-- CreateIndex
CREATE UNIQUE INDEX "task_mode_asker_external_id_key" ON "task"("mode", "asker", "external_id");

-- CreateIndex
CREATE UNIQUE INDEX "task_entry_id_key" ON "task_entry"("id");

-- CreateIndex
CREATE UNIQUE INDEX "agent_mode_name_key" ON "agent"("mode", "name");

-- CreateIndex
CREATE INDEX "remote_agent_mode_idx" ON "remote_agent"("mode");

-- CreateIndex
CREATE INDEX "remote_item_agent_id_state_idx" ON "remote_item"("agent_id", "state");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_sha256_key" ON "api_key"("sha256");

-- CreateIndex
CREATE UNIQUE INDEX "person_email_key" ON "person"("email");

-- CreateIndex
CREATE INDEX "person_user_user_id_idx" ON "person_user"("user_id");

-- CreateIndex
CREATE INDEX "person_session_person_id_idx" ON "person_session"("person_id");

-- CreateIndex
CREATE INDEX "idempotency_created_at_idx" ON "idempotency"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "event_id_key" ON "event"("id");

-- CreateIndex
CREATE INDEX "event_tx_seq_idx" ON "event"("tx", "seq");

-- CreateIndex
CREATE INDEX "event_interaction_id_idx" ON "event"("interaction_id");

-- CreateIndex
CREATE INDEX "event_task_id_tx_seq_idx" ON "event"("task_id", "tx", "seq");

-- CreateIndex
CREATE INDEX "event_created_at_idx" ON "event"("created_at");

-- CreateIndex
CREATE INDEX "audit_at_idx" ON "audit"("at");

-- CreateIndex
CREATE UNIQUE INDEX "session_sha256_key" ON "session"("sha256");

-- CreateIndex
CREATE INDEX "session_expires_at_idx" ON "session"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "connection_token_sha256_key" ON "connection"("token_sha256");

-- CreateIndex
CREATE INDEX "connection_mode_user_id_app_status_idx" ON "connection"("mode", "user_id", "app", "status");

-- CreateIndex
CREATE INDEX "webhook_endpoint_mode_idx" ON "webhook_endpoint"("mode");

-- CreateIndex
CREATE INDEX "webhook_delivery_endpoint_id_status_next_try_at_idx" ON "webhook_delivery"("endpoint_id", "status", "next_try_at");

-- CreateIndex
CREATE INDEX "webhook_delivery_endpoint_id_interaction_id_idx" ON "webhook_delivery"("endpoint_id", "interaction_id");

-- CreateIndex
CREATE INDEX "webhook_delivery_endpoint_id_created_at_idx" ON "webhook_delivery"("endpoint_id", "created_at");

-- CreateIndex
CREATE INDEX "webhook_delivery_created_at_idx" ON "webhook_delivery"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_delivery_endpoint_id_event_id_key" ON "webhook_delivery"("endpoint_id", "event_id");

-- CreateIndex
CREATE INDEX "rate_window_window_start_idx" ON "rate_window"("window_start");
