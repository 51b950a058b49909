"""A program of a third party: writes down a talk about the first member found, reads it back, and
says what it was refused. Run with ENGAWA_URL and ENGAWA_TOKEN."""

import json
import os
import uuid

from engawa_client import AuthenticatedClient
from engawa_client.api.members import list_members
from engawa_client.api.timeline import create_post, create_posts, get_post, update_post
from engawa_client.models import (
    CreatePostInput,
    CreatePostsEntry,
    CreatePostsInput,
    Problem,
    UpdatePostInput,
)
from engawa_client.types import UNSET

engawa = AuthenticatedClient(
    base_url=os.environ.get("ENGAWA_URL", "http://localhost:4000"),
    token=os.environ["ENGAWA_TOKEN"],
    headers={"Accept-Language": "en"},
)

# All members, page by page.
members = []
cursor = UNSET
while cursor is not None:
    page = list_members.sync(client=engawa, cursor=cursor, limit=25)
    members += page.items
    cursor = page.next_cursor

# A post, written once however often this is sent.
post = create_post.sync(
    client=engawa,
    body=CreatePostInput(memo="窓口の端末から書きました。", member_ids=[members[0].id]),
    idempotency_key=str(uuid.uuid4()),
)

# An edit, guarded by the version that it is about.
place = {"client": engawa, "post_id": post.id, "if_match": f'"{post.version}"'}
changed = update_post.sync(**place, body=UpdatePostInput(memo="窓口の端末から書き直しました。"))
late = update_post.sync(**place, body=UpdatePostInput(memo="too late"))
missing = get_post.sync(client=engawa, post_id="nosuch")

# Many at once: each entry is written or refused on its own.
many = CreatePostsInput(items=[CreatePostsEntry(memo="1件目です。"), CreatePostsEntry(memo="")])
results = create_posts.sync(client=engawa, body=many, idempotency_key=str(uuid.uuid4())).items

refusals = [f"{one.status} {one.code}" for one in (late, missing) if isinstance(one, Problem)]
print(
    json.dumps(
        {
            "members": len(members),
            "memo": changed.memo,
            "bulk": [one.status for one in results],
            "refusals": refusals,
        },
        ensure_ascii=False,
    )
)
