-- CreateTable
CREATE TABLE "slack_account" (
    "person_id" TEXT NOT NULL PRIMARY KEY,
    "team_id" TEXT NOT NULL,
    "member_id" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "slack_code" (
    "person_id" TEXT NOT NULL PRIMARY KEY,
    "team_id" TEXT NOT NULL,
    "member_id" TEXT NOT NULL,
    "channel" TEXT,
    "code_hmac" TEXT NOT NULL,
    "tries" INTEGER NOT NULL,
    "created_at" BIGINT NOT NULL,
    "expires_at" BIGINT NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "slack_account_team_id_member_id_key" ON "slack_account"("team_id", "member_id");
