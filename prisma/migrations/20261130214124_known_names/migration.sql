-- CreateTable
CREATE TABLE "known_name" (
    "id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "user_id" TEXT,
    "place" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "account" TEXT NOT NULL,
    "skeleton" TEXT NOT NULL,
    "first_at" BIGINT NOT NULL,
    "approved_at" BIGINT,

    CONSTRAINT "known_name_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "known_name_skeleton_first_at_id_idx" ON "known_name"("skeleton", "first_at", "id");
