PRAGMA application_id = 1364872020;
PRAGMA user_version = 3;
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
version_num VARCHAR(32) NOT NULL,
CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
CREATE TABLE attempts (
id INTEGER NOT NULL,
file TEXT NOT NULL,
file_name TEXT NOT NULL,
line INTEGER NOT NULL,
ordinal INTEGER NOT NULL,
cause TEXT NOT NULL,
at_ms BIGINT NOT NULL,
offset_minutes INTEGER NOT NULL,
grader TEXT NOT NULL,
learner TEXT NOT NULL,
course TEXT NOT NULL,
question TEXT NOT NULL,
seed BIGINT,
response TEXT NOT NULL,
asked TEXT NOT NULL,
reading TEXT NOT NULL,
status TEXT NOT NULL,
verdict TEXT,
score TEXT,
mistake TEXT NOT NULL,
revision TEXT NOT NULL,
calculator TEXT,
decision INTEGER,
CONSTRAINT pk_attempts PRIMARY KEY (id),
CONSTRAINT uq_attempts_file_line_ordinal UNIQUE (file, line, ordinal),
CONSTRAINT ck_attempts_line CHECK (line >= 1),
CONSTRAINT ck_attempts_ordinal CHECK (ordinal >= 1),
CONSTRAINT ck_attempts_cause CHECK (cause IN ('recorded', 'regraded', 'decided')),
CONSTRAINT ck_attempts_first CHECK ((ordinal = 1) = (cause = 'recorded')),
CONSTRAINT ck_attempts_offset_minutes CHECK (offset_minutes BETWEEN -1439 AND 1439),
CONSTRAINT ck_attempts_seed CHECK (seed >= 0),
CONSTRAINT ck_attempts_status CHECK (status IN ('graded', 'needs_review', 'blank')),
CONSTRAINT ck_attempts_verdict CHECK (verdict IN ('right', 'partly', 'mistake', 'wrong')),
CONSTRAINT ck_attempts_graded CHECK ((status = 'graded') = (verdict IS NOT NULL AND score IS NOT NULL) AND (verdict IS NULL) = (score IS NULL)),
CONSTRAINT ck_attempts_score CHECK (score IN ('0', '1') OR replace(score, '/', '') <> score),
CONSTRAINT ck_attempts_decision CHECK (decision IS NULL OR status = 'graded'),
CONSTRAINT fk_attempts_decision FOREIGN KEY(decision) REFERENCES decisions (id)
);
INSERT INTO "attempts" VALUES(1,'0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f','exam.csv',2,1,'recorded',1835352000000,0,'quizkit 0.1.0','ann','exam','midterm/bytes',0,'1.5','{"drawn":{"devices":{"unit":"plain","value":"8"},"params":{"unit":"params","value":"7000000000"},"stage":{"unit":"plain","value":"1"}},"key":"3/2","options":[],"rights":[],"tolerance":{"rel":"1/200"},"unit":"bytes/param"}','{"message":null,"read_as":"1.5 bytes/param","readings":[],"state":"value","unit":"bytes/param","value":"3/2"}','graded','right','1','','b7c19455f0b1','zero@1',NULL);
INSERT INTO "attempts" VALUES(2,'0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f','exam.csv',3,1,'recorded',1835352000000,0,'quizkit 0.1.0','bob','exam','midterm/bytes',0,'12','{"drawn":{"devices":{"unit":"plain","value":"8"},"params":{"unit":"params","value":"7000000000"},"stage":{"unit":"plain","value":"1"}},"key":"3/2","options":[],"rights":[],"tolerance":{"rel":"1/200"},"unit":"bytes/param"}','{"message":null,"read_as":"12 bytes/param","readings":[],"state":"value","unit":"bytes/param","value":"12"}','graded','mistake','0','devices=1','b7c19455f0b1','zero@1',NULL);
INSERT INTO "attempts" VALUES(3,'0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f','exam.csv',4,1,'recorded',1835352000000,0,'quizkit 0.1.0','cy','exam','midterm/bytes',7,'a byte and a half','{"drawn":{"devices":{"unit":"plain","value":"8"},"params":{"unit":"params","value":"13000000000"},"stage":{"unit":"plain","value":"1"}},"key":"3/2","options":[],"rights":[],"tolerance":{"rel":"1/200"},"unit":"bytes/param"}','{"message":"\"a\" stands where a number should start. Type digits.","read_as":null,"readings":[],"state":"unreadable","unit":null,"value":null}','needs_review',NULL,NULL,'','b7c19455f0b1','zero@1',NULL);
INSERT INTO "attempts" VALUES(4,'0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f','exam.csv',5,1,'recorded',1835352000000,0,'quizkit 0.1.0','di','exam','midterm/bytes',0,'','{"drawn":{"devices":{"unit":"plain","value":"8"},"params":{"unit":"params","value":"7000000000"},"stage":{"unit":"plain","value":"1"}},"key":"3/2","options":[],"rights":[],"tolerance":{"rel":"1/200"},"unit":"bytes/param"}','{"message":null,"read_as":null,"readings":[],"state":"blank","unit":null,"value":null}','blank',NULL,NULL,'','b7c19455f0b1','zero@1',NULL);
INSERT INTO "attempts" VALUES(5,'0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f','exam.csv',6,1,'recorded',1835352000000,0,'quizkit 0.1.0','ann','exam','midterm/pairs',3,'1-a, 2-b, 3-c','{"drawn":{},"key":[["stage 1","optimizer state"],["stage 2","gradients"],["stage 3","parameters"]],"options":[],"rights":["optimizer state","gradients","parameters"],"tolerance":null,"unit":null}','{"message":null,"read_as":"1-a, 2-b, 3-c","readings":[],"state":"value","unit":null,"value":[["stage 1","optimizer state"],["stage 2","gradients"],["stage 3","parameters"]]}','graded','right','1','','7e470ee87669',NULL,NULL);
INSERT INTO "attempts" VALUES(6,'0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f','exam.csv',7,1,'recorded',1835352000000,0,'quizkit 0.1.0','ann','exam','midterm/why',0,'because� 五�','{"drawn":{},"key":null,"options":[],"rights":[],"tolerance":null,"unit":null}','{"message":null,"read_as":"because\u0000 五�","readings":[],"state":"value","unit":null,"value":"because\u0000 五�"}','needs_review',NULL,NULL,'','5c71ca657ce9',NULL,NULL);
INSERT INTO "attempts" VALUES(7,'0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f','exam.csv',4,2,'decided',1835362800000,0,'quizkit 0.1.0','cy','exam','midterm/bytes',7,'a byte and a half','{"drawn":{"devices":{"unit":"plain","value":"8"},"params":{"unit":"params","value":"13000000000"},"stage":{"unit":"plain","value":"1"}},"key":"3/2","options":[],"rights":[],"tolerance":{"rel":"1/200"},"unit":"bytes/param"}','{"message":"\"a\" stands where a number should start. Type digits.","read_as":null,"readings":[],"state":"unreadable","unit":null,"value":null}','graded','partly','1/3','','b7c19455f0b1','zero@1',1);
INSERT INTO "attempts" VALUES(8,'0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f','exam.csv',2,2,'regraded',1835366400000,0,'quizkit 0.1.0','ann','exam','midterm/bytes',0,'1.5','{"drawn":{"devices":{"unit":"plain","value":"8"},"params":{"unit":"params","value":"7000000000"},"stage":{"unit":"plain","value":"1"}},"key":"3/2","options":[],"rights":[],"tolerance":{"rel":"1/200"},"unit":"bytes/param"}','{"message":null,"read_as":"1.5 bytes/param","readings":[],"state":"value","unit":"bytes/param","value":"3/2"}','graded','right','1','','b7c19455f0b1','zero@1',NULL);
INSERT INTO "attempts" VALUES(9,'0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f','exam.csv',3,2,'regraded',1835366400000,0,'quizkit 0.1.0','bob','exam','midterm/bytes',0,'12','{"drawn":{"devices":{"unit":"plain","value":"8"},"params":{"unit":"params","value":"7000000000"},"stage":{"unit":"plain","value":"1"}},"key":"3/2","options":[],"rights":[],"tolerance":{"rel":"1/200"},"unit":"bytes/param"}','{"message":null,"read_as":"12 bytes/param","readings":[],"state":"value","unit":"bytes/param","value":"12"}','graded','mistake','0','devices=1','b7c19455f0b1','zero@1',NULL);
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
INSERT INTO "cards" VALUES('me','llm-pretraining','l/planned',1,1,250,'2028-03-03',0,0,NULL,'2028-03-02','2028-03-02',2,2,1,3,23);
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
INSERT INTO "days" VALUES('me','llm-pretraining','2028-03-02',2,1,0,0,0,0,8400,'[[0,0],[0,0],[0,0],[0,0],[0,0],[0,0]]');
INSERT INTO "days" VALUES('me','llm-pretraining','2028-03-06',2,1,0,0,0,1,8400,'[[0,0],[1,0],[0,0],[0,0],[0,0],[0,0]]');
CREATE TABLE decisions (
id INTEGER NOT NULL,
course TEXT NOT NULL,
question TEXT NOT NULL,
scope TEXT NOT NULL,
response TEXT NOT NULL,
verdict TEXT NOT NULL,
score TEXT NOT NULL,
revision TEXT NOT NULL,
message TEXT NOT NULL,
at_ms BIGINT NOT NULL,
offset_minutes INTEGER NOT NULL,
CONSTRAINT pk_decisions PRIMARY KEY (id),
CONSTRAINT ck_decisions_verdict CHECK (verdict IN ('right', 'partly', 'wrong')),
CONSTRAINT ck_decisions_score CHECK (score IN ('0', '1') OR replace(score, '/', '') <> score),
CONSTRAINT ck_decisions_offset_minutes CHECK (offset_minutes BETWEEN -1439 AND 1439)
);
INSERT INTO "decisions" VALUES(1,'exam','midterm/bytes','{"drawn":{"devices":{"unit":"plain","value":"8"},"params":{"unit":"params","value":"13000000000"},"stage":{"unit":"plain","value":"1"}},"key":"3/2","unit":"bytes/param"}','a byte and a half','partly','1/3','b7c19455f0b1','Type a number.',1835352000000,0);
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
INSERT INTO "events" VALUES(1,X'4BB0DAA1A6AE785EC905C83F2E977128','me','llm-pretraining','zero-1-2/optimizer-bytes',1,'review',NULL,'2028-02-28',1835352000000,0,'Etc/UTC',4,4,'rating/1','sm2','{"due_day":null,"ease":250,"interval_days":0,"lapses":0,"repetitions":0}','{"due_day":"2028-02-29","ease":250,"interval_days":1,"lapses":0,"repetitions":1}',NULL,7,'0123456789ab','zero@1','{"key":"3/2","unit":"bytes/param"}','1.5','{"state":"value","value":"3/2"}','right','1',NULL,0,'due',4200);
INSERT INTO "events" VALUES(2,X'9A74AE93DD808032746C2A2A6202C178','me','llm-pretraining','zero-1-2/optimizer-bytes',2,'review',NULL,'2028-02-29',1835438400000,0,'Etc/UTC',4,3,'rating/1','sm2','{"due_day":"2028-02-29","ease":250,"interval_days":1,"lapses":0,"repetitions":1}','{"due_day":"2028-03-06","ease":236,"interval_days":6,"lapses":0,"repetitions":2}',NULL,7,'0123456789ab','zero@1','{"key":"3/2","unit":"bytes/param"}','1.5','{"state":"value","value":"3/2"}','right','1',NULL,1,'due',4200);
INSERT INTO "events" VALUES(3,X'8625914499712FE4A3E55C8F5AA2CF35','me','llm-pretraining','zero-1-2/optimizer-bytes',3,'review',NULL,'2028-02-29',1835438400000,0,'Etc/UTC',4,4,'rating/1','sm2','{"due_day":"2028-03-06","ease":236,"interval_days":6,"lapses":0,"repetitions":2}','{"due_day":"2028-03-06","ease":236,"interval_days":6,"lapses":0,"repetitions":2}',NULL,7,'0123456789ab','zero@1','{"key":"3/2","unit":"bytes/param"}','1.5','{"state":"value","value":"3/2"}','right','1',NULL,0,'drill',4200);
INSERT INTO "events" VALUES(4,X'ABB41A14CFF25272C2F95D9C9912B731','me','llm-pretraining','zero-1-2/optimizer-bytes',4,'review',NULL,'2028-03-06',1835956800000,0,'Etc/UTC',4,1,'rating/1','sm2','{"due_day":"2028-03-06","ease":236,"interval_days":6,"lapses":0,"repetitions":2}','{"due_day":"2028-03-06","ease":236,"interval_days":0,"lapses":1,"repetitions":0}',NULL,7,'0123456789ab','zero@1','{"key":"3/2","unit":"bytes/param"}','1.5','{"state":"value","value":"3/2"}','wrong','0',NULL,0,'due',4200);
INSERT INTO "events" VALUES(5,X'52BA6EF8C5046786E4B7ADFD82DE3116','me','llm-pretraining','zero-1-2/optimizer-bytes',5,'review',NULL,'2028-03-06',1835956800000,0,'Etc/UTC',4,4,'rating/1','sm2','{"due_day":"2028-03-06","ease":236,"interval_days":0,"lapses":1,"repetitions":0}','{"due_day":"2028-03-07","ease":236,"interval_days":1,"lapses":1,"repetitions":1}',NULL,7,'0123456789ab','zero@1','{"key":"3/2","unit":"bytes/param"}','1.5','{"state":"value","value":"3/2"}','right','1',NULL,0,'due',4200);
INSERT INTO "events" VALUES(6,X'19E7A8E70139102657C41024C4730F41','me','llm-pretraining','l/other',1,'review',NULL,'2028-02-28',1835352000000,0,'Etc/UTC',4,4,'rating/1','sm2','{"due_day":null,"ease":250,"interval_days":0,"lapses":0,"repetitions":0}','{"due_day":"2028-02-29","ease":250,"interval_days":1,"lapses":0,"repetitions":1}',NULL,7,'0123456789ab','zero@1','{"key":"3/2","unit":"bytes/param"}','1,5 Ψ 五
	''quoted''','{"state":"value","value":"3/2"}','right','1',NULL,0,'due',4200);
INSERT INTO "events" VALUES(7,X'BA3DE1ECA848E9FD0BF9B33EFB09F860','me','llm-pretraining','l/other',2,'rerate',6,'2028-02-28',1835352000000,0,'Etc/UTC',4,5,'rating/1','sm2','{"due_day":"2028-02-29","ease":250,"interval_days":1,"lapses":0,"repetitions":1}','{"due_day":"2028-02-29","ease":260,"interval_days":1,"lapses":0,"repetitions":1}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(8,X'EDE03D062D2E9E7E00067DA9252D1933','me','llm-pretraining','l/other',3,'undo',7,'2028-02-28',1835352000000,0,'Etc/UTC',4,NULL,NULL,'sm2','{"due_day":"2028-02-29","ease":260,"interval_days":1,"lapses":0,"repetitions":1}','{"due_day":"2028-02-29","ease":250,"interval_days":1,"lapses":0,"repetitions":1}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(9,X'847D015D95E34458F2219E0C9949971F','me','llm-pretraining','l/other',4,'rerate',6,'2028-02-28',1835352000000,0,'Etc/UTC',4,3,'rating/1','sm2','{"due_day":"2028-02-29","ease":250,"interval_days":1,"lapses":0,"repetitions":1}','{"due_day":"2028-02-29","ease":236,"interval_days":1,"lapses":0,"repetitions":1}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(10,X'412608C50CF851853CDBD373D644F33A','me','llm-pretraining','l/other',5,'suspend',NULL,'2028-02-29',1835438400000,0,'Etc/UTC',4,NULL,NULL,'sm2','{"due_day":"2028-02-29","ease":236,"interval_days":1,"lapses":0,"repetitions":1}','{"due_day":"2028-02-29","ease":236,"interval_days":1,"lapses":0,"repetitions":1}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(11,X'079B6EBAF5DBF073E2C6DAB269130CF8','me','llm-pretraining','l/other',6,'unsuspend',NULL,'2028-02-29',1835438400000,0,'Etc/UTC',4,NULL,NULL,'sm2','{"due_day":"2028-02-29","ease":236,"interval_days":1,"lapses":0,"repetitions":1}','{"due_day":"2028-02-29","ease":236,"interval_days":1,"lapses":0,"repetitions":1}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(12,X'5A9D919E0ABE97EFB74E745A3FAFFF90','me','llm-pretraining','l/other',7,'set_due',NULL,'2028-02-29',1835438400000,0,'Etc/UTC',4,NULL,NULL,'sm2','{"due_day":"2028-02-29","ease":236,"interval_days":1,"lapses":0,"repetitions":1}','{"due_day":"2028-03-04","ease":236,"interval_days":1,"lapses":0,"repetitions":1}','{"day":"2028-03-04"}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(13,X'DA72A9F44FC86584446AC8DF369E4F67','me','llm-pretraining','l/old-name',1,'review',NULL,'2028-02-28',1835352000000,0,'Etc/UTC',4,0,'rating/1','sm2','{"due_day":null,"ease":250,"interval_days":0,"lapses":0,"repetitions":0}','{"due_day":"2028-02-28","ease":250,"interval_days":0,"lapses":0,"repetitions":0}',NULL,7,'0123456789ab','zero@1','{"key":"3/2","unit":"bytes/param"}','1.5','{"state":"value","value":"3/2"}','given_up',NULL,NULL,0,'due',4200);
INSERT INTO "events" VALUES(14,X'FE033C519E2B3C83207FE535BD88548B','me','llm-pretraining','l/new-name',1,'rename',NULL,'2028-02-29',1835438400000,0,'Etc/UTC',4,NULL,NULL,'sm2','{"due_day":"2028-02-28","ease":250,"interval_days":0,"lapses":0,"repetitions":0}','{"due_day":"2028-02-28","ease":250,"interval_days":0,"lapses":0,"repetitions":0}','{"from":"l/old-name"}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(15,X'5A314ADB6B6D9AEBCFF70141A7623304','me','llm-pretraining','l/new-name',2,'reset',NULL,'2028-03-01',1835524800000,0,'Etc/UTC',4,NULL,NULL,'sm2','{"due_day":"2028-02-28","ease":250,"interval_days":0,"lapses":0,"repetitions":0}','{"due_day":null,"ease":250,"interval_days":0,"lapses":0,"repetitions":0}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(16,X'53AF2BF25D8AAF9D4313A6ED50979FA1','me','llm-pretraining','l/a-rep',1,'rep_tick',NULL,'2028-03-01',1835524800000,0,'Etc/UTC',4,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(17,X'A6453EF6B7B995A50EF9FB11C34FB47A','me','llm-pretraining','l/a-rep',2,'rep_untick',NULL,'2028-03-01',1835524800000,0,'Etc/UTC',4,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(18,X'3F75870E3C114440B03F0C70F407EE86','me','llm-pretraining','l/a-rep',3,'rep_tick',NULL,'2028-03-02',1835611200000,0,'Etc/UTC',4,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(19,X'CB2D357DED9051BED61B832B493E5DEC','ada','llm-pretraining','zero-1-2/optimizer-bytes',1,'review',NULL,'2028-02-28',1835352000000,0,'Etc/UTC',4,2,'rating/1','sm2','{"due_day":null,"ease":250,"interval_days":0,"lapses":0,"repetitions":0}','{"due_day":"2028-02-28","ease":250,"interval_days":0,"lapses":0,"repetitions":0}',NULL,7,'0123456789ab',NULL,'{"key":"3/2","unit":"bytes/param"}','','{"state":"value","value":"3/2"}','self',NULL,NULL,0,'due',4200);
INSERT INTO "events" VALUES(20,X'31E1ECBBC78ECF63EB08B1068899504C','ada','llm-pretraining','zero-1-2/optimizer-bytes',2,'suspend',NULL,'2028-02-29',1835438400000,0,'Etc/UTC',4,NULL,NULL,'sm2','{"due_day":"2028-02-28","ease":250,"interval_days":0,"lapses":0,"repetitions":0}','{"due_day":"2028-02-28","ease":250,"interval_days":0,"lapses":0,"repetitions":0}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(21,X'E9FBE3A38D8DD9055D640C2627527D58','me','llm-pretraining','l/planned',1,'set_due',NULL,'2028-03-02',1835611200000,0,'Etc/UTC',4,NULL,NULL,'sm2','{"due_day":null,"ease":250,"interval_days":0,"lapses":0,"repetitions":0}','{"due_day":"2028-03-02","ease":250,"interval_days":0,"lapses":0,"repetitions":0}','{"day":"2028-03-02"}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "events" VALUES(22,X'63BA0027318F6EA82A7C0E1F79D0C01A','me','llm-pretraining','l/planned',2,'review',NULL,'2028-03-02',1835611200000,0,'Etc/UTC',4,1,'rating/1','sm2','{"due_day":"2028-03-02","ease":250,"interval_days":0,"lapses":0,"repetitions":0}','{"due_day":"2028-03-02","ease":250,"interval_days":0,"lapses":0,"repetitions":0}',NULL,7,'0123456789ab','zero@1','{"key":"3/2","unit":"bytes/param"}','1.5','{"state":"value","value":"3/2"}','wrong','0',NULL,0,'due',4200);
INSERT INTO "events" VALUES(23,X'FFFE8F2C71B611C2609FF86FF42E0568','me','llm-pretraining','l/planned',3,'review',NULL,'2028-03-02',1835611200000,0,'Etc/UTC',4,4,'rating/1','sm2','{"due_day":"2028-03-02","ease":250,"interval_days":0,"lapses":0,"repetitions":0}','{"due_day":"2028-03-03","ease":250,"interval_days":1,"lapses":0,"repetitions":1}',NULL,7,'0123456789ab','zero@1','{"key":"3/2","unit":"bytes/param"}','1.5','{"state":"value","value":"3/2"}','right','1',NULL,0,'due',4200);
CREATE INDEX ix_decisions_course_question ON decisions (course, question);
CREATE INDEX ix_events_learner_id ON events (learner, id);
CREATE INDEX ix_events_mistakes ON events (learner, course, mistake, question) WHERE mistake IS NOT NULL;
CREATE INDEX ix_events_renames ON events (learner, course) WHERE kind = 'rename';
CREATE INDEX ix_events_reps ON events (learner, course) WHERE kind IN ('rep_tick', 'rep_untick');
CREATE UNIQUE INDEX uq_events_undone ON events (refers_to) WHERE kind = 'undo';
CREATE INDEX ix_attempts_course_question ON attempts (course, question);
CREATE INDEX ix_cards_learner_course_due_day ON cards (learner, course, due_day);
COMMIT;
