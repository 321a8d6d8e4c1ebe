"""Lets Schemathesis call operations of a local cloud as permitted callers, without reaching rate limits."""

import json
import urllib.request
from itertools import count

import schemathesis

# The account that may call an operation, by its x-caller in docs/openapi.json.
ACCOUNTS = {"signedIn": "user", "member": "monthlyMember", "anyAdmin": "admin", "admin": "admin"}

# Some operations allow five requests an hour. Others close the account or sign out.
REQUESTS_PER_ACCOUNT = 5

requests = count()


def create_account(site, kind):
    request = urllib.request.Request(
        f"{site}/_local/given",
        data=json.dumps({"as": kind}).encode(),
        headers={"content-type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.load(response)["accessToken"]


@schemathesis.auth(refresh_interval=None)
class AccountOfOperation:
    """Gives each operation accounts of its own, so that one operation does not disturb another."""

    def __init__(self):
        self.tokens = {}
        self.uses = {}

    def get(self, case, context):
        operation = context.operation
        kind = ACCOUNTS.get(operation.definition.raw["x-caller"])
        if kind is None:
            return None
        uses = self.uses.get(operation.label, 0)
        self.uses[operation.label] = uses + 1
        if uses % REQUESTS_PER_ACCOUNT == 0:
            self.tokens[operation.label] = create_account(operation.base_url, kind)
        return self.tokens[operation.label]

    def set(self, case, data, context):
        if data is not None:
            case.headers = {**(case.headers or {}), "Authorization": f"Bearer {data}"}


@schemathesis.hook
def before_call(context, case, kwargs):
    """Sends each request from an address of its own, in the range that RFC 2544 reserves for tests."""
    number = next(requests)
    address = f"198.{18 + (number >> 16 & 1)}.{number >> 8 & 255}.{number & 255}"
    case.headers = {**(case.headers or {}), "x-local-client": address}
