// Rules of eslint.config.mjs that no package has.
import path from 'node:path';

/** What may stand between the name and the ending of a file. */
const fileRoles = new Set([
  // Services and libraries.
  ...['controller', 'dto', 'service', 'rules', 'repository', 'schema', 'mapper', 'errors'],
  ...['listener', 'module', 'guard', 'decorator', 'pipe', 'filter', 'interceptor', 'extension'],
  // The embedded database.
  ...['command', 'stage'],
  // The web app.
  ...['page', 'part', 'layout', 'api', 'slice', 'store', 'messages'],
  // Tests and tools; the first two follow another role.
  ...['spec', 'int', 'e2e', 'fixture', 'stub', 'bench', 'config', 'd'],
]);

const fileRole = {
  meta: { type: 'problem', schema: [] },
  create: (context) => ({
    Program(node) {
      const [, ...roles] = path.basename(context.filename).split('.').slice(0, -1);
      for (const role of roles) {
        if (fileRoles.has(role)) continue;
        const message = `No role of files: ${role}. Take one of the list in CONTRIBUTING.md, or a hyphen.`;
        context.report({ node, message });
      }
    },
  }),
};

/** Requires a reason, after `--` or as a comment in the line before. */
const disableReason = {
  meta: { type: 'problem', schema: [] },
  create: (context) => ({
    Program() {
      let lineOfComment = 0;
      for (const { value, loc } of context.sourceCode.getAllComments()) {
        const isReasoned = /\s--\s+\S/.test(value) || lineOfComment === loc.start.line - 1;
        if (/^\s*eslint-disable/.test(value) && !isReasoned)
          context.report({ loc, message: 'Say why, after `--`.' });
        lineOfComment = loc.end.line;
      }
    },
  }),
};

export const engawa = { rules: { 'file-role': fileRole, 'disable-reason': disableReason } };
