PRAGMA application_id = 1364872020;
PRAGMA user_version = 2;
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
version_num VARCHAR(32) NOT NULL,
CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
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
misses INTEGER NOT NULL,
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
CONSTRAINT ck_cards_misses CHECK (misses BETWEEN 0 AND live_reviews),
CONSTRAINT ck_cards_suspended CHECK (suspended IN (0, 1)),
CONSTRAINT fk_cards_last_id FOREIGN KEY(last_id) REFERENCES events (id)
)
WITHOUT ROWID;
INSERT INTO "cards" VALUES('ada','llm-pretraining','zero-1-2/optimizer-bytes',0,0,250,'2028-02-28',0,1,NULL,'2028-02-28','2028-02-28',1,1,1,2,20);
INSERT INTO "cards" VALUES('me','llm-pretraining','l/new-name',0,0,250,NULL,0,0,NULL,NULL,'2028-02-28',1,1,1,3,15);
INSERT INTO "cards" VALUES('me','llm-pretraining','l/other',1,1,236,'2028-03-04',0,0,'2028-02-28','2028-02-28','2028-02-28',1,1,0,7,12);
INSERT INTO "cards" VALUES('me','llm-pretraining','zero-1-2/optimizer-bytes',1,1,236,'2028-03-07',1,0,NULL,'2028-02-28','2028-03-06',5,5,1,5,5);
CREATE TABLE days (
learner TEXT NOT NULL,
course TEXT NOT NULL,
study_day TEXT NOT NULL,
reviews INTEGER NOT NULL,
recalled INTEGER NOT NULL,
drills INTEGER NOT NULL,
ahead INTEGER NOT NULL,
introduced INTEGER NOT NULL,
lapses INTEGER NOT NULL,
elapsed_ms BIGINT NOT NULL,
retention TEXT NOT NULL,
CONSTRAINT pk_days PRIMARY KEY (learner, course, study_day),
CONSTRAINT ck_days_study_day CHECK (study_day LIKE '____-__-__'),
CONSTRAINT ck_days_reviews CHECK (reviews >= 1),
CONSTRAINT ck_days_recalled CHECK (recalled BETWEEN 0 AND reviews),
CONSTRAINT ck_days_roles CHECK (drills >= 0 AND ahead >= 0 AND drills + ahead <= reviews),
CONSTRAINT ck_days_counts CHECK (introduced >= 0 AND lapses >= 0 AND introduced + lapses <= reviews),
CONSTRAINT ck_days_elapsed_ms CHECK (elapsed_ms >= 0)
)
WITHOUT ROWID;
INSERT INTO "days" VALUES('ada','llm-pretraining','2028-02-28',1,0,0,0,1,0,4200,'[[0,0],[0,0],[0,0],[0,0],[0,0],[0,0]]');
INSERT INTO "days" VALUES('me','llm-pretraining','2028-02-28',3,2,0,0,3,0,12600,'[[0,0],[0,0],[0,0],[0,0],[0,0],[0,0]]');
INSERT INTO "days" VALUES('me','llm-pretraining','2028-02-29',2,2,1,0,0,0,8400,'[[1,1],[0,0],[0,0],[0,0],[0,0],[0,0]]');
INSERT INTO "days" VALUES('me','llm-pretraining','2028-03-06',2,1,0,0,0,1,8400,'[[0,0],[1,0],[0,0],[0,0],[0,0],[0,0]]');
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
INSERT INTO "events" VALUES(1,X'35D0CEA7084C71F0199A5937A6E25380','me','llm-pretraining','zero-1-2/optimizer-bytes',1,'review',NULL,'2028-02-28',1835352000000,0,'Etc/UTC',4,4,'rating/1','sm2','{"due_day":null,"ease":250,"interval_days":0,"lapses":0,"repetitions":0}','{"due_day":"2028-02-29","ease":250,"interval_days":1,"lapses":0,"repetitions":1}',NULL,7,'0123456789ab','zero@1','{"key":"3/2","unit":"bytes/param"}','1.5','{"state":"value","value":"3/2"}','right','1',NULL,0,'due',4200);
INSERT INTO "events" VALUES(2,X'EA970A4013C1F838599C928D827E34B5','me','llm-pretraining','zero-1-2/optimizer-bytes',2,'review',NULL,'2028-02-29',1835438400000,0,'Etc/UTC',4,3,'rating/1','sm2','{"due_day":"2028-02-29","ease":250,"interval_days":1,"lapses":0,"repetitions":1}','{"due_day":"2028-03-06","ease":236,"interval_days":6,"lapses":0,"repetitions":2}',NULL,7,'0123456789ab','zero@1','{"key":"3/2","unit":"bytes/param"}','1.5','{"state":"value","value":"3/2"}','right','1',NULL,1,'due',4200);
INSERT INTO "events" VALUES(3,X'60FD2C0549E1F50C6257BDD608CECED8','me','llm-pretraining','zero-1-2/optimizer-bytes',3,'review',NULL,'2028-02-29',1835438400000,0,'Etc/UTC',4,4,'rating/1','sm2','{"due_day":"2028-03-06","ease":236,"interval_days":6,"lapses":0,"repetitions":2}','{"due_day":"2028-03-06","ease":236,"interval_days":6,"lapses":0,"repetitions":2}',NULL,7,'0123456789ab','zero@1','{"key":"3/2","unit":"bytes/param"}','1.5','{"state":"value","value":"3/2"}','right','1',NULL,0,'drill',4200);
INSERT INTO "events" VALUES(4,X'C5054FA1A92E48B80B65345B7A73892B','me','llm-pretraining','zero-1-2/optimizer-bytes',4,'review',NULL,'2028-03-06',1835956800000,0,'Etc/UTC',4,1,'rating/1','sm2','{"due_day":"2028-03-06","ease":236,"interval_days":6,"lapses":0,"repetitions":2}','{"due_day":"2028-03-06","ease":236,"interval_days":0,"lapses":1,"repetitions":0}',NULL,7,'0123456789ab','zero@1','{"key":"3/2","unit":"bytes/param"}','1.5','{"state":"value","value":"3/2"}','wrong','0',NULL,0,'due',4200);
INSERT INTO "events" VALUES(5,X'C72C5C0FE433ED9704D1D083B298FBE6','me','llm-pretraining','zero-1-2/optimizer-bytes',5,'review',NULL,'2028-03-06',1835956800000,0,'Etc/UTC',4,4,'rating/1','sm2','{"due_day":"2028-03-06","ease":236,"interval_days":0,"lapses":1,"repetitions":0}','{"due_day":"2028-03-07","ease":236,"interval_days":1,"lapses":1,"repetitions":1}',NULL,7,'0123456789ab','zero@1','{"key":"3/2","unit":"bytes/param"}','1.5','{"state":"value","value":"3/2"}','right','1',NULL,0,'due',4200);
INSERT INTO "events" VALUES(6,X'78D5B871F9235608A0731D833D9B30D9','me','llm-pretraining','l/other',1,'review',NULL,'2028-02-28',1835352000000,0,'Etc/UTC',4,4,'rating/1','sm2','{"due_day":null,"ease":250,"interval_days":0,"lapses":0,"repetitions":0}','{"due_day":"2028-02-29","ease":250,"interval_days":1,"lapses":0,"repetitions":1}',NULL,7,'0123456789ab','zero@1','{"key":"3/2","unit":"bytes/param"}','1,5 Ψ 五
	''quoted''','{"state":"value","value":"3/2"}','right','1',NULL,0,'due',4200);
INSERT INTO "events" VALUES(7,X'7DE4595DCA8C6C8558CD600AA2D59FA3','me','llm-pretraining','l/other',2,'rerate',6,'2028-02-28',1835352000000,0,'Etc/UTC',4,5,'rating/1','sm2','{"due_day":"2028-02-29","ease":250,"interval_days":1,"lapses":0,"repetitions":1}','{"due_day":"2028-02-29","ease":260,"interval_days":1,"lapses":0,"repetitions":1}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(8,X'38FC378DE09D8A335400F79621C7CA0E','me','llm-pretraining','l/other',3,'undo',7,'2028-02-28',1835352000000,0,'Etc/UTC',4,NULL,NULL,'sm2','{"due_day":"2028-02-29","ease":260,"interval_days":1,"lapses":0,"repetitions":1}','{"due_day":"2028-02-29","ease":250,"interval_days":1,"lapses":0,"repetitions":1}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(9,X'F3C0279CECDB20770BCC2A4486F00589','me','llm-pretraining','l/other',4,'rerate',6,'2028-02-28',1835352000000,0,'Etc/UTC',4,3,'rating/1','sm2','{"due_day":"2028-02-29","ease":250,"interval_days":1,"lapses":0,"repetitions":1}','{"due_day":"2028-02-29","ease":236,"interval_days":1,"lapses":0,"repetitions":1}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(10,X'909E401A868AE4B31915DF89BD65F849','me','llm-pretraining','l/other',5,'suspend',NULL,'2028-02-29',1835438400000,0,'Etc/UTC',4,NULL,NULL,'sm2','{"due_day":"2028-02-29","ease":236,"interval_days":1,"lapses":0,"repetitions":1}','{"due_day":"2028-02-29","ease":236,"interval_days":1,"lapses":0,"repetitions":1}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(11,X'B50FD742204CC62919F5DBF079FF5D04','me','llm-pretraining','l/other',6,'unsuspend',NULL,'2028-02-29',1835438400000,0,'Etc/UTC',4,NULL,NULL,'sm2','{"due_day":"2028-02-29","ease":236,"interval_days":1,"lapses":0,"repetitions":1}','{"due_day":"2028-02-29","ease":236,"interval_days":1,"lapses":0,"repetitions":1}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(12,X'4F335D0C1C4AAFA227105B9879A9F4BA','me','llm-pretraining','l/other',7,'set_due',NULL,'2028-02-29',1835438400000,0,'Etc/UTC',4,NULL,NULL,'sm2','{"due_day":"2028-02-29","ease":236,"interval_days":1,"lapses":0,"repetitions":1}','{"due_day":"2028-03-04","ease":236,"interval_days":1,"lapses":0,"repetitions":1}','{"day":"2028-03-04"}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(13,X'533E6AEFC90BEAB18611D59AB3FD6424','me','llm-pretraining','l/old-name',1,'review',NULL,'2028-02-28',1835352000000,0,'Etc/UTC',4,0,'rating/1','sm2','{"due_day":null,"ease":250,"interval_days":0,"lapses":0,"repetitions":0}','{"due_day":"2028-02-28","ease":250,"interval_days":0,"lapses":0,"repetitions":0}',NULL,7,'0123456789ab','zero@1','{"key":"3/2","unit":"bytes/param"}','1.5','{"state":"value","value":"3/2"}','given_up',NULL,NULL,0,'due',4200);
INSERT INTO "events" VALUES(14,X'9C1C6EC46D734632B3A71498A3DFB72D','me','llm-pretraining','l/new-name',1,'rename',NULL,'2028-02-29',1835438400000,0,'Etc/UTC',4,NULL,NULL,'sm2','{"due_day":"2028-02-28","ease":250,"interval_days":0,"lapses":0,"repetitions":0}','{"due_day":"2028-02-28","ease":250,"interval_days":0,"lapses":0,"repetitions":0}','{"from":"l/old-name"}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(15,X'ACE12E2C05BB849007190DE1F64C5EA9','me','llm-pretraining','l/new-name',2,'reset',NULL,'2028-03-01',1835524800000,0,'Etc/UTC',4,NULL,NULL,'sm2','{"due_day":"2028-02-28","ease":250,"interval_days":0,"lapses":0,"repetitions":0}','{"due_day":null,"ease":250,"interval_days":0,"lapses":0,"repetitions":0}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(16,X'A4F464991E7D916FD68B4777D46FFED7','me','llm-pretraining','l/a-rep',1,'rep_tick',NULL,'2028-03-01',1835524800000,0,'Etc/UTC',4,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(17,X'D2B3325A5E855EDE95471AC13A5D1C9C','me','llm-pretraining','l/a-rep',2,'rep_untick',NULL,'2028-03-01',1835524800000,0,'Etc/UTC',4,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(18,X'E3F4CFCFE510D7950686D1BCB13B3C34','me','llm-pretraining','l/a-rep',3,'rep_tick',NULL,'2028-03-02',1835611200000,0,'Etc/UTC',4,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(19,X'39A6E88EA642F252CF666D2C56BCFF21','ada','llm-pretraining','zero-1-2/optimizer-bytes',1,'review',NULL,'2028-02-28',1835352000000,0,'Etc/UTC',4,2,'rating/1','sm2','{"due_day":null,"ease":250,"interval_days":0,"lapses":0,"repetitions":0}','{"due_day":"2028-02-28","ease":250,"interval_days":0,"lapses":0,"repetitions":0}',NULL,7,'0123456789ab',NULL,'{"key":"3/2","unit":"bytes/param"}','','{"state":"value","value":"3/2"}','self',NULL,NULL,0,'due',4200);
INSERT INTO "events" VALUES(20,X'70178C117CD8CB48A84CCD8666DB74F4','ada','llm-pretraining','zero-1-2/optimizer-bytes',2,'suspend',NULL,'2028-02-29',1835438400000,0,'Etc/UTC',4,NULL,NULL,'sm2','{"due_day":"2028-02-28","ease":250,"interval_days":0,"lapses":0,"repetitions":0}','{"due_day":"2028-02-28","ease":250,"interval_days":0,"lapses":0,"repetitions":0}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE INDEX ix_events_learner_id ON events (learner, id);
CREATE INDEX ix_events_mistakes ON events (learner, course, mistake, question) WHERE mistake IS NOT NULL;
CREATE INDEX ix_events_renames ON events (learner, course) WHERE kind = 'rename';
CREATE INDEX ix_events_reps ON events (learner, course) WHERE kind IN ('rep_tick', 'rep_untick');
CREATE UNIQUE INDEX uq_events_undone ON events (refers_to) WHERE kind = 'undo';
CREATE INDEX ix_cards_learner_course_due_day ON cards (learner, course, due_day);
COMMIT;
