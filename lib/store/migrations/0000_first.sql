CREATE TABLE "accepted" (
	"repository" text NOT NULL,
	"seq" integer NOT NULL,
	"repository_id" bigint,
	"revision" bigint,
	"body" text,
	"pin" text,
	"facts" text,
	"scope" text NOT NULL,
	"at" bigint NOT NULL,
	"decision" text,
	"seal" text NOT NULL,
	CONSTRAINT "accepted_repository_seq_pk" PRIMARY KEY("repository","seq")
);
--> statement-breakpoint
CREATE TABLE "aside" (
	"repository" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"at" bigint NOT NULL,
	"why" text NOT NULL,
	CONSTRAINT "aside_repository_kind_name_why_pk" PRIMARY KEY("repository","kind","name","why")
);
--> statement-breakpoint
CREATE TABLE "body" (
	"sha256" text PRIMARY KEY NOT NULL,
	"size" integer NOT NULL,
	"deflated" "bytea"
);
--> statement-breakpoint
CREATE TABLE "budget" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "decision" (
	"id" text PRIMARY KEY NOT NULL,
	"repository" text NOT NULL,
	"at" bigint NOT NULL,
	"who" text NOT NULL,
	"why" text NOT NULL,
	"about" text NOT NULL,
	"seal" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery" (
	"id" text PRIMARY KEY NOT NULL,
	"event" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lease" (
	"repository" text NOT NULL,
	"scope" text NOT NULL,
	"holder" text NOT NULL,
	"fence" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lease_repository_scope_pk" PRIMARY KEY("repository","scope")
);
--> statement-breakpoint
CREATE TABLE "look" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "look_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"repository" text NOT NULL,
	"scope" text NOT NULL,
	"target" text NOT NULL,
	"result" text NOT NULL,
	"detail" text NOT NULL,
	"body" text,
	"first_at" bigint NOT NULL,
	"last_at" bigint NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "replica" (
	"holder" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "snapshot" (
	"repository" text NOT NULL,
	"id" text NOT NULL,
	"pin" text NOT NULL,
	"inputs" text NOT NULL,
	"first_at" bigint NOT NULL,
	"last_at" bigint NOT NULL,
	CONSTRAINT "snapshot_repository_id_pk" PRIMARY KEY("repository","id")
);
--> statement-breakpoint
CREATE TABLE "standing" (
	"repository" text NOT NULL,
	"scope" text NOT NULL,
	"version" bigint NOT NULL,
	"data" text,
	"seal" text NOT NULL,
	CONSTRAINT "standing_repository_scope_pk" PRIMARY KEY("repository","scope")
);
--> statement-breakpoint
CREATE INDEX "accepted_body" ON "accepted" USING btree ("body");--> statement-breakpoint
CREATE INDEX "decision_repository" ON "decision" USING btree ("repository","at");--> statement-breakpoint
CREATE INDEX "lease_holder" ON "lease" USING btree ("holder");--> statement-breakpoint
CREATE INDEX "look_last" ON "look" USING btree ("repository","scope","target","id");--> statement-breakpoint
CREATE INDEX "look_body" ON "look" USING btree ("body","scope");--> statement-breakpoint
CREATE INDEX "look_age" ON "look" USING btree ("last_at");