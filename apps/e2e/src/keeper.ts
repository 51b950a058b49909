/** Asks for a part that the journeys of a run share (keeper.cjs). */
export async function askKeeper<Part>(name: string, options: object = {}): Promise<Part> {
  const url = process.env['ENGAWA_JOURNEYS_URL'];
  if (!url) throw new Error('ENGAWA_JOURNEYS_URL is set by global-setup.cjs');
  const body = JSON.stringify(options);
  const answer = await fetch(`${url}/${name}`, { method: 'POST', body });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Part;
}
