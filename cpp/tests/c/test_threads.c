#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

enum { THREADS = 8, ROUNDS = 6 };

static int running_callbacks;
static int heard;

/* Only one callback runs at a time, for all threads. */
static void enter(void) { CHECK(__atomic_add_fetch(&running_callbacks, 1, __ATOMIC_SEQ_CST) == 1); }
static void leave(void) { __atomic_sub_fetch(&running_callbacks, 1, __ATOMIC_SEQ_CST); }

static void hear(void *context, latchkey_user *user) {
  enter();
  CHECK(context == &heard);
  latchkey_free(latchkey_user_uid(user));
  __atomic_add_fetch(&heard, 1, __ATOMIC_SEQ_CST);
  leave();
}

static void finish(void *context, const latchkey_result *result, const latchkey_error *error) {
  enter();
  complete(context, result, error);
  leave();
}

static void *hammer(void *argument) {
  latchkey_auth *auth = argument;
  outcome outcome = {0};
  for (int round = 0; round < ROUNDS; round++) {
    latchkey_listener *listener = latchkey_auth_add_listener(
        auth, round % 2 ? LATCHKEY_INTEREST_TOKEN : LATCHKEY_INTEREST_USER, hear, &heard);
    end(&outcome);
    latchkey_auth_sign_in_anonymously(auth, finish, &outcome);
    /* The caller need not keep the arguments of a running operation. */
    await(&outcome);
    CHECK_NUMBER(code(&outcome), 0);
    latchkey_user *user = latchkey_result_user(outcome.result);
    for (int i = 0; i < 50; i++) {
      const void *more = latchkey_retain(user);
      latchkey_user *current = latchkey_auth_current_user(auth);
      latchkey_free(latchkey_user_uid(current));
      latchkey_release(current);
      latchkey_release(more);
    }
    end(&outcome);
    latchkey_user_get_id_token(user, round == 0, finish, &outcome);
    latchkey_release(user);
    await(&outcome);
    int32_t got = code(&outcome);
    CHECK(got == 0);
    CHECK(latchkey_auth_sign_out(auth, NULL));
    latchkey_auth_remove_listener(auth, listener);
    latchkey_release(listener);
  }
  end(&outcome);
  latchkey_release(auth);
  return NULL;
}

/* Many threads release the references to one object. */
static void *let_go(void *argument) {
  for (int i = 0; i < 1000; i++) {
    latchkey_free(latchkey_user_uid(argument));
    latchkey_release(argument);
  }
  return NULL;
}

static void ends_references(latchkey_auth *auth) {
  outcome outcome = {0};
  CHECK_NUMBER(RUN(outcome, latchkey_auth_sign_in_anonymously, auth), 0);
  latchkey_user *user = latchkey_result_user(outcome.result);
  end(&outcome);
  for (int i = 0; i < THREADS * 1000; i++) latchkey_retain(user);
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, let_go, user);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  char *uid = latchkey_user_uid(user);
  CHECK(uid && *uid);
  latchkey_free(uid);
  latchkey_release(user);
  CHECK(latchkey_auth_sign_out(auth, NULL));
}

/* An operation completes even if all its objects are released right after its start. */
static void outlives_its_objects(void) {
  latchkey_auth *auth = new_auth("short");
  outcome outcome = {0};
  latchkey_auth_sign_in_anonymously(auth, complete, &outcome);
  end_auth("short", auth);
  await(&outcome);
  CHECK_NUMBER(code(&outcome), 0);
  end(&outcome);
}

void test_threads(void) {
  latchkey_auth *auth = new_auth("threads");
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) {
    latchkey_retain(auth);
    pthread_create(&threads[i], NULL, hammer, auth);
  }
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  CHECK(__atomic_load_n(&heard, __ATOMIC_SEQ_CST) >= THREADS * ROUNDS);
  ends_references(auth);
  settle(auth);
  end_auth("threads", auth);
  outlives_its_objects();
}
