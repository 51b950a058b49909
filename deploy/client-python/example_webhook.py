"""A server of a third party that takes webhooks: prints each message that the installation signed,
and refuses others. Run with ENGAWA_WEBHOOK_SECRET and PORT."""

import json
import os
from http.server import BaseHTTPRequestHandler, HTTPServer

from engawa_client.webhooks import WebhookRefused, verify_webhook


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        try:
            message = verify_webhook(body, self.headers, os.environ["ENGAWA_WEBHOOK_SECRET"])
        except WebhookRefused as refused:
            self.send_response(401)
            print(json.dumps({"refused": str(refused)}), flush=True)
        else:
            self.send_response(204)
            received = {"id": self.headers["webhook-id"], "type": message["type"]}
            print(json.dumps(received), flush=True)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


server = HTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8000"))), Receiver)
print(json.dumps({"port": server.server_port}), flush=True)
server.serve_forever()
