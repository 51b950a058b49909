import { readFileSync } from 'node:fs';
import path from 'node:path';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import { routes } from './router';

const pages = JSON.parse(
  readFileSync(path.resolve(__dirname, '../../../../deploy/pages.json'), 'utf8'),
) as { name: string; address: string }[];

/** All route objects that render something. */
function leavesOf(routeList: readonly RouteObject[]): RouteObject[] {
  return routeList.flatMap((route) =>
    route.children ? leavesOf(route.children) : route.path || route.index ? [route] : [],
  );
}

describe('the list of pages for pictures and accessibility', () => {
  it('has a page for each route', () => {
    const shown = new Set(
      pages.map(({ address }) => matchRoutes(routes, address.split('?')[0]!)?.at(-1)?.route),
    );
    const missing = leavesOf(routes).filter((route) => !shown.has(route));
    // These only redirect, to the dashboard (WEB-1) and to today.
    const led = missing.filter(
      ({ path: pattern }) => !pattern?.startsWith('/dashboard/') && pattern !== '/handover',
    );
    expect(led.map(({ path: pattern, index }) => pattern ?? `index ${index}`)).toEqual([]);
  });
});
