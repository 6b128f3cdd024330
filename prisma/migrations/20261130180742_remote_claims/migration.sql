-- AlterTable
ALTER TABLE "remote_agent" ADD COLUMN     "claimed_by" TEXT,
ADD COLUMN     "claimed_until" BIGINT;

-- AlterTable
ALTER TABLE "remote_item" ADD COLUMN     "wait_key" TEXT;
