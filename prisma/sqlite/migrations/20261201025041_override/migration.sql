-- AlterTable
ALTER TABLE "interaction" ADD COLUMN "override_json" TEXT;
