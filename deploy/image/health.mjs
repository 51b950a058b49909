// HEALTHCHECK of the image: exits with 0 while the service of this container is ready.
const { PORT = '8080' } = process.env;
const ready = await fetch(`http://127.0.0.1:${PORT}/health/ready`, {
  signal: AbortSignal.timeout(4_000),
}).then(
  (response) => response.ok,
  () => false,
);
process.exit(ready ? 0 : 1);
