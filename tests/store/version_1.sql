PRAGMA application_id = 1364872020;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
version_num VARCHAR(32) NOT NULL,
CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE cards (
learner TEXT NOT NULL,
course TEXT NOT NULL,
question TEXT NOT NULL,
repetitions INTEGER NOT NULL,
interval_days INTEGER NOT NULL,
ease INTEGER NOT NULL,
due_day TEXT,
lapses INTEGER NOT NULL,
suspended BOOLEAN NOT NULL,
drill_day TEXT,
introduced_day TEXT,
last_day TEXT,
reviews INTEGER NOT NULL,
live_reviews INTEGER NOT NULL,
rows INTEGER NOT NULL,
last_id INTEGER NOT NULL,
CONSTRAINT pk_cards PRIMARY KEY (learner, course, question),
CONSTRAINT ck_cards_counts CHECK (repetitions >= 0 AND interval_days >= 0 AND lapses >= 0),
CONSTRAINT ck_cards_ease CHECK (ease >= 130),
CONSTRAINT ck_cards_due_day CHECK (due_day LIKE '____-__-__'),
CONSTRAINT ck_cards_drill_day CHECK (drill_day LIKE '____-__-__'),
CONSTRAINT ck_cards_introduced_day CHECK (introduced_day LIKE '____-__-__'),
CONSTRAINT ck_cards_last_day CHECK (last_day LIKE '____-__-__'),
CONSTRAINT ck_cards_reviews CHECK (live_reviews BETWEEN 0 AND reviews AND reviews <= rows),
CONSTRAINT ck_cards_suspended CHECK (suspended IN (0, 1)),
CONSTRAINT fk_cards_last_id FOREIGN KEY(last_id) REFERENCES events (id)
)
WITHOUT ROWID;
INSERT INTO "cards" VALUES('ada','llm-pretraining','zero-1-2/optimizer-bytes',0,0,250,'2028-02-28',0,1,NULL,'2028-02-28','2028-02-28',1,1,2,20);
INSERT INTO "cards" VALUES('me','llm-pretraining','l/new-name',0,0,250,NULL,0,0,NULL,NULL,'2028-02-28',1,1,3,15);
INSERT INTO "cards" VALUES('me','llm-pretraining','l/other',1,1,236,'2028-03-04',0,0,'2028-02-28','2028-02-28','2028-02-28',1,1,7,12);
INSERT INTO "cards" VALUES('me','llm-pretraining','zero-1-2/optimizer-bytes',1,1,236,'2028-03-07',1,0,NULL,'2028-02-28','2028-03-06',5,5,5,5);
CREATE TABLE events (
id INTEGER NOT NULL,
uid BLOB NOT NULL,
learner TEXT NOT NULL,
course TEXT NOT NULL,
question TEXT NOT NULL,
ordinal INTEGER NOT NULL,
kind TEXT NOT NULL,
refers_to INTEGER,
study_day TEXT NOT NULL,
at_ms BIGINT NOT NULL,
offset_minutes INTEGER NOT NULL,
zone TEXT,
rollover_hour INTEGER NOT NULL,
rating INTEGER,
rating_rule TEXT,
scheduler TEXT,
"before" TEXT,
"after" TEXT,
detail TEXT,
seed BIGINT,
revision TEXT,
calculator TEXT,
asked TEXT,
response TEXT,
reading TEXT,
verdict TEXT,
score TEXT,
mistake TEXT,
hint BOOLEAN,
role TEXT,
elapsed_ms INTEGER,
CONSTRAINT pk_events PRIMARY KEY (id),
CONSTRAINT uq_events_uid UNIQUE (uid),
CONSTRAINT uq_events_learner_course_question_ordinal UNIQUE (learner, course, question, ordinal),
CONSTRAINT ck_events_uid CHECK (length(uid) = 16),
CONSTRAINT ck_events_ordinal CHECK (ordinal >= 1),
CONSTRAINT ck_events_kind CHECK (kind IN ('review', 'rerate', 'undo', 'suspend', 'unsuspend', 'reset', 'set_due', 'rename', 'rep_tick', 'rep_untick')),
CONSTRAINT ck_events_refers_to CHECK ((kind IN ('rerate', 'undo')) = (refers_to IS NOT NULL)),
CONSTRAINT ck_events_refers_back CHECK (refers_to < id),
CONSTRAINT ck_events_study_day CHECK (study_day LIKE '____-__-__'),
CONSTRAINT ck_events_offset_minutes CHECK (offset_minutes BETWEEN -1439 AND 1439),
CONSTRAINT ck_events_rollover_hour CHECK (rollover_hour BETWEEN 0 AND 23),
CONSTRAINT ck_events_rating CHECK (rating BETWEEN 0 AND 5),
CONSTRAINT ck_events_rated CHECK ((kind IN ('review', 'rerate')) = (rating IS NOT NULL AND rating_rule IS NOT NULL)),
CONSTRAINT ck_events_states CHECK ((before IS NULL) = (after IS NULL) AND (before IS NULL) = (scheduler IS NULL)),
CONSTRAINT ck_events_has_states CHECK (kind = 'undo' OR (kind IN ('rep_tick', 'rep_untick')) = (before IS NULL)),
CONSTRAINT ck_events_detail CHECK ((kind IN ('set_due', 'rename')) = (detail IS NOT NULL)),
CONSTRAINT ck_events_seed CHECK (seed >= 0),
CONSTRAINT ck_events_verdict CHECK (verdict IN ('right', 'partly', 'mistake', 'wrong', 'self', 'given_up')),
CONSTRAINT ck_events_role CHECK (role IN ('due', 'drill', 'ahead')),
CONSTRAINT ck_events_elapsed_ms CHECK (elapsed_ms >= 0),
CONSTRAINT ck_events_is_review CHECK (kind <> 'review' OR (seed IS NOT NULL AND revision IS NOT NULL AND asked IS NOT NULL AND response IS NOT NULL AND reading IS NOT NULL AND verdict IS NOT NULL AND hint IS NOT NULL AND role IS NOT NULL AND elapsed_ms IS NOT NULL)),
CONSTRAINT ck_events_is_no_review CHECK (kind = 'review' OR (seed IS NULL AND revision IS NULL AND asked IS NULL AND response IS NULL AND reading IS NULL AND verdict IS NULL AND hint IS NULL AND role IS NULL AND elapsed_ms IS NULL AND calculator IS NULL AND score IS NULL AND mistake IS NULL)),
CONSTRAINT fk_events_refers_to FOREIGN KEY(refers_to) REFERENCES events (id),
CONSTRAINT ck_events_hint CHECK (hint IN (0, 1))
);
INSERT INTO "events" VALUES(1,X'00000000000000000000000000000001','me','llm-pretraining','zero-1-2/optimizer-bytes',1,'review',NULL,'2028-02-28',1835352000000,0,'Etc/UTC',4,4,'rating/1','sm2','{"due_day":null,"ease":250,"interval_days":0,"lapses":0,"repetitions":0}','{"due_day":"2028-02-29","ease":250,"interval_days":1,"lapses":0,"repetitions":1}',NULL,7,'0123456789ab','zero@1','{"key":"3/2","unit":"bytes/param"}','1.5','{"state":"value","value":"3/2"}','right','1',NULL,0,'due',4200);
INSERT INTO "events" VALUES(2,X'00000000000000000000000000000002','me','llm-pretraining','zero-1-2/optimizer-bytes',2,'review',NULL,'2028-02-29',1835438400000,0,'Etc/UTC',4,3,'rating/1','sm2','{"due_day":"2028-02-29","ease":250,"interval_days":1,"lapses":0,"repetitions":1}','{"due_day":"2028-03-06","ease":236,"interval_days":6,"lapses":0,"repetitions":2}',NULL,7,'0123456789ab','zero@1','{"key":"3/2","unit":"bytes/param"}','1.5','{"state":"value","value":"3/2"}','right','1',NULL,1,'due',4200);
INSERT INTO "events" VALUES(3,X'00000000000000000000000000000003','me','llm-pretraining','zero-1-2/optimizer-bytes',3,'review',NULL,'2028-02-29',1835438400000,0,'Etc/UTC',4,4,'rating/1','sm2','{"due_day":"2028-03-06","ease":236,"interval_days":6,"lapses":0,"repetitions":2}','{"due_day":"2028-03-06","ease":236,"interval_days":6,"lapses":0,"repetitions":2}',NULL,7,'0123456789ab','zero@1','{"key":"3/2","unit":"bytes/param"}','1.5','{"state":"value","value":"3/2"}','right','1',NULL,0,'drill',4200);
INSERT INTO "events" VALUES(4,X'00000000000000000000000000000004','me','llm-pretraining','zero-1-2/optimizer-bytes',4,'review',NULL,'2028-03-06',1835956800000,0,'Etc/UTC',4,1,'rating/1','sm2','{"due_day":"2028-03-06","ease":236,"interval_days":6,"lapses":0,"repetitions":2}','{"due_day":"2028-03-06","ease":236,"interval_days":0,"lapses":1,"repetitions":0}',NULL,7,'0123456789ab','zero@1','{"key":"3/2","unit":"bytes/param"}','1.5','{"state":"value","value":"3/2"}','wrong','0',NULL,0,'due',4200);
INSERT INTO "events" VALUES(5,X'00000000000000000000000000000005','me','llm-pretraining','zero-1-2/optimizer-bytes',5,'review',NULL,'2028-03-06',1835956800000,0,'Etc/UTC',4,4,'rating/1','sm2','{"due_day":"2028-03-06","ease":236,"interval_days":0,"lapses":1,"repetitions":0}','{"due_day":"2028-03-07","ease":236,"interval_days":1,"lapses":1,"repetitions":1}',NULL,7,'0123456789ab','zero@1','{"key":"3/2","unit":"bytes/param"}','1.5','{"state":"value","value":"3/2"}','right','1',NULL,0,'due',4200);
INSERT INTO "events" VALUES(6,X'00000000000000000000000000000006','me','llm-pretraining','l/other',1,'review',NULL,'2028-02-28',1835352000000,0,'Etc/UTC',4,4,'rating/1','sm2','{"due_day":null,"ease":250,"interval_days":0,"lapses":0,"repetitions":0}','{"due_day":"2028-02-29","ease":250,"interval_days":1,"lapses":0,"repetitions":1}',NULL,7,'0123456789ab','zero@1','{"key":"3/2","unit":"bytes/param"}','1,5 Ψ 五
	''quoted''','{"state":"value","value":"3/2"}','right','1',NULL,0,'due',4200);
INSERT INTO "events" VALUES(7,X'00000000000000000000000000000007','me','llm-pretraining','l/other',2,'rerate',6,'2028-02-28',1835352000000,0,'Etc/UTC',4,5,'rating/1','sm2','{"due_day":"2028-02-29","ease":250,"interval_days":1,"lapses":0,"repetitions":1}','{"due_day":"2028-02-29","ease":260,"interval_days":1,"lapses":0,"repetitions":1}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(8,X'00000000000000000000000000000008','me','llm-pretraining','l/other',3,'undo',7,'2028-02-28',1835352000000,0,'Etc/UTC',4,NULL,NULL,'sm2','{"due_day":"2028-02-29","ease":260,"interval_days":1,"lapses":0,"repetitions":1}','{"due_day":"2028-02-29","ease":250,"interval_days":1,"lapses":0,"repetitions":1}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(9,X'00000000000000000000000000000009','me','llm-pretraining','l/other',4,'rerate',6,'2028-02-28',1835352000000,0,'Etc/UTC',4,3,'rating/1','sm2','{"due_day":"2028-02-29","ease":250,"interval_days":1,"lapses":0,"repetitions":1}','{"due_day":"2028-02-29","ease":236,"interval_days":1,"lapses":0,"repetitions":1}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(10,X'0000000000000000000000000000000A','me','llm-pretraining','l/other',5,'suspend',NULL,'2028-02-29',1835438400000,0,'Etc/UTC',4,NULL,NULL,'sm2','{"due_day":"2028-02-29","ease":236,"interval_days":1,"lapses":0,"repetitions":1}','{"due_day":"2028-02-29","ease":236,"interval_days":1,"lapses":0,"repetitions":1}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(11,X'0000000000000000000000000000000B','me','llm-pretraining','l/other',6,'unsuspend',NULL,'2028-02-29',1835438400000,0,'Etc/UTC',4,NULL,NULL,'sm2','{"due_day":"2028-02-29","ease":236,"interval_days":1,"lapses":0,"repetitions":1}','{"due_day":"2028-02-29","ease":236,"interval_days":1,"lapses":0,"repetitions":1}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(12,X'0000000000000000000000000000000C','me','llm-pretraining','l/other',7,'set_due',NULL,'2028-02-29',1835438400000,0,'Etc/UTC',4,NULL,NULL,'sm2','{"due_day":"2028-02-29","ease":236,"interval_days":1,"lapses":0,"repetitions":1}','{"due_day":"2028-03-04","ease":236,"interval_days":1,"lapses":0,"repetitions":1}','{"day":"2028-03-04"}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(13,X'0000000000000000000000000000000D','me','llm-pretraining','l/old-name',1,'review',NULL,'2028-02-28',1835352000000,0,'Etc/UTC',4,0,'rating/1','sm2','{"due_day":null,"ease":250,"interval_days":0,"lapses":0,"repetitions":0}','{"due_day":"2028-02-28","ease":250,"interval_days":0,"lapses":0,"repetitions":0}',NULL,7,'0123456789ab','zero@1','{"key":"3/2","unit":"bytes/param"}','1.5','{"state":"value","value":"3/2"}','given_up',NULL,NULL,0,'due',4200);
INSERT INTO "events" VALUES(14,X'0000000000000000000000000000000E','me','llm-pretraining','l/new-name',1,'rename',NULL,'2028-02-29',1835438400000,0,'Etc/UTC',4,NULL,NULL,'sm2','{"due_day":"2028-02-28","ease":250,"interval_days":0,"lapses":0,"repetitions":0}','{"due_day":"2028-02-28","ease":250,"interval_days":0,"lapses":0,"repetitions":0}','{"from":"l/old-name"}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(15,X'0000000000000000000000000000000F','me','llm-pretraining','l/new-name',2,'reset',NULL,'2028-03-01',1835524800000,0,'Etc/UTC',4,NULL,NULL,'sm2','{"due_day":"2028-02-28","ease":250,"interval_days":0,"lapses":0,"repetitions":0}','{"due_day":null,"ease":250,"interval_days":0,"lapses":0,"repetitions":0}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(16,X'00000000000000000000000000000010','me','llm-pretraining','l/a-rep',1,'rep_tick',NULL,'2028-03-01',1835524800000,0,'Etc/UTC',4,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(17,X'00000000000000000000000000000011','me','llm-pretraining','l/a-rep',2,'rep_untick',NULL,'2028-03-01',1835524800000,0,'Etc/UTC',4,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(18,X'00000000000000000000000000000012','me','llm-pretraining','l/a-rep',3,'rep_tick',NULL,'2028-03-02',1835611200000,0,'Etc/UTC',4,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(19,X'00000000000000000000000000000013','ada','llm-pretraining','zero-1-2/optimizer-bytes',1,'review',NULL,'2028-02-28',1835352000000,0,'Etc/UTC',4,2,'rating/1','sm2','{"due_day":null,"ease":250,"interval_days":0,"lapses":0,"repetitions":0}','{"due_day":"2028-02-28","ease":250,"interval_days":0,"lapses":0,"repetitions":0}',NULL,7,'0123456789ab',NULL,'{"key":"3/2","unit":"bytes/param"}','','{"state":"value","value":"3/2"}','self',NULL,NULL,0,'due',4200);
INSERT INTO "events" VALUES(20,X'00000000000000000000000000000014','ada','llm-pretraining','zero-1-2/optimizer-bytes',2,'suspend',NULL,'2028-02-29',1835438400000,0,'Etc/UTC',4,NULL,NULL,'sm2','{"due_day":"2028-02-28","ease":250,"interval_days":0,"lapses":0,"repetitions":0}','{"due_day":"2028-02-28","ease":250,"interval_days":0,"lapses":0,"repetitions":0}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE INDEX ix_events_learner_id ON events (learner, id);
CREATE INDEX ix_events_renames ON events (learner, course) WHERE kind = 'rename';
CREATE INDEX ix_events_reps ON events (learner, course) WHERE kind IN ('rep_tick', 'rep_untick');
CREATE UNIQUE INDEX uq_events_undone ON events (refers_to) WHERE kind = 'undo';
CREATE INDEX ix_cards_learner_course_due_day ON cards (learner, course, due_day);
COMMIT;
