-- AlterTable
ALTER TABLE "remote_agent" ADD COLUMN "paused_at" BIGINT;
