/** Asks for a fixture that the journeys of a run share (fixture-server.cjs). */
export async function askForFixture<Fixture>(name: string, options: object = {}): Promise<Fixture> {
  const url = process.env['ENGAWA_JOURNEYS_URL'];
  if (!url) throw new Error('ENGAWA_JOURNEYS_URL is set by global-setup.cjs');
  const body = JSON.stringify(options);
  const answer = await fetch(`${url}/${name}`, { method: 'POST', body });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Fixture;
}
