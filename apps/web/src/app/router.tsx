import { type ComponentType, Suspense } from 'react';
import { matchRoutes, Navigate, type RouteObject, useLocation, useRoutes } from 'react-router-dom';
import { paths } from '../shared/address/paths';
import { Waiting } from '../shared/feedback/states';
import { lazyComponent } from '../shared/lazy/lazy-part';
import { ErrorBoundary } from './error-boundary';
import { AdminOnly, Authenticated, GodOnly, Initialize } from './guards';
import { BareLayout } from './layouts/bare.layout';
import { DefaultLayout } from './layouts/default.layout';
import type { Store } from './store';

type Dispatch = Store['dispatch'];

/** Asks for what a page shows first; resolves with whether that is all. */
type ReadAhead = (dispatch: Dispatch, address: Location) => Promise<boolean> | undefined;

/** How a page is prepared before it is rendered. */
interface Preparation {
  preload: () => Promise<unknown>;
  readAhead?: (() => Promise<ReadAhead>) | undefined;
}

/** A lazy page; `preparePage` may load it, and `readAhead` what it shows, earlier. */
function page(
  load: () => Promise<ComponentType>,
  readAhead?: () => Promise<ReadAhead>,
): Pick<RouteObject, 'element' | 'handle'> {
  const { Shown: Page, preload } = lazyComponent(load);
  return {
    handle: { preload, readAhead } satisfies Preparation,
    element: (
      <Suspense fallback={<Waiting />}>
        <Page />
      </Suspense>
    ),
  };
}

/** Post views below a page that stays mounted; the page reads the address. */
const postRoutes: RouteObject[] = [
  { index: true, element: null },
  { path: 'posts/:postId', element: null },
  { path: 'posts/:postId/comments', element: null },
  { path: 'posts/:postId/comments/:commentId', element: null },
];

/** The handover is part of today; its range stays in the address. */
function ToToday() {
  return <Navigate to={{ pathname: paths.today, search: useLocation().search }} replace />;
}

/** Dashboard sub-paths of the specification without own content (WEB-1). */
const emptyDashboardPaths = [
  'constants',
  'hooks',
  'types',
  'utils',
  'chartMethods',
  'chartMethods/:name',
].map((path) => ({
  path: `/dashboard/${path}`,
  element: <Navigate to={paths.dashboard} replace />,
}));

const mainRoutes: RouteObject[] = [
  {
    path: '/',
    ...page(
      async () => (await import('./pages/timeline.page')).TimelinePage,
      async () => (await import('../features/timeline/feed/read-ahead')).readTimelineAhead,
    ),
    children: postRoutes,
  },
  {
    path: '/members',
    ...page(async () => (await import('./pages/members.page')).MembersPage),
  },
  {
    path: '/members/:memberId/brief',
    ...page(async () => (await import('../features/members/member-brief.page')).MemberBriefPage),
  },
  {
    path: '/members/:memberId',
    ...page(async () => (await import('./pages/member.page')).MemberPage),
    children: postRoutes,
  },
  {
    path: '/staffs',
    ...page(async () => (await import('./pages/staffs.page')).StaffsPage),
  },
  {
    path: '/staffs/:staffId',
    ...page(async () => (await import('./pages/staff.page')).StaffPage),
    children: postRoutes,
  },
  {
    path: '/tasks',
    ...page(async () => (await import('./pages/tasks.page')).TasksPage),
    children: [
      { index: true, element: null },
      { path: ':taskId', element: null },
    ],
  },
  {
    path: '/notifications',
    ...page(async () => (await import('./pages/notifications.page')).NotificationsPage),
  },
  {
    path: '/notifications/preferences',
    ...page(
      async () => (await import('../features/notifications/preferences.page')).PreferencesPage,
    ),
  },
  {
    path: '/today',
    ...page(async () => (await import('./pages/today.page')).TodayPage),
  },
  { path: '/handover', element: <ToToday /> },
  {
    path: '/drafts',
    ...page(async () => (await import('./pages/drafts.page')).DraftsPage),
  },
  {
    path: '/search',
    ...page(async () => (await import('./pages/search.page')).SearchPage),
  },
  {
    path: '/profile',
    ...page(async () => (await import('./pages/profile.page')).ProfilePage),
  },
  {
    path: '/dashboard',
    ...page(async () => (await import('./pages/dashboard.page')).DashboardPage),
  },
  {
    path: '/dashboard/health',
    ...page(async () => (await import('./pages/health.page')).RelationsPage),
  },
  ...emptyDashboardPaths,
];

const godRoutes: RouteObject[] = [
  {
    path: '/god/spaces',
    ...page(async () => (await import('./pages/god-spaces.page')).GodSpacesPage),
  },
  {
    path: '/god/spaces/:name',
    ...page(async () => (await import('./pages/god-space.page')).GodSpacePage),
  },
];

const settings: RouteObject[] = [
  {
    path: '/admin/space_setting',
    ...page(async () => (await import('./pages/space-setting.page')).SpaceSettingPage),
  },
  {
    path: '/admin/member_setting',
    ...page(async () => (await import('./pages/member-setting.page')).MemberSettingPage),
  },
  {
    path: '/admin/member_setting/csv',
    ...page(async () => (await import('./pages/member-csv.page')).MemberCsvPage),
  },
  {
    path: '/admin/staff_setting',
    ...page(async () => (await import('./pages/staff-setting.page')).StaffSettingPage),
  },
];

const open: RouteObject[] = [
  {
    path: '/login',
    ...page(async () => (await import('../features/sign-in/sign-in.page')).SignInPage),
  },
  ...(['confirm', 'done', 'send', 'submit'] as const).map((step) => ({
    path: `/actions/passwords/${step}`,
    ...page(async () => {
      const { PasswordPage } = await import('./pages/password.page');
      return () => <PasswordPage step={step} />;
    }),
  })),
  {
    path: '/terms',
    ...page(async () => (await import('./pages/legal.page')).TermsPage),
  },
  {
    path: '/privacy',
    ...page(async () => (await import('./pages/legal.page')).PrivacyPage),
  },
  {
    path: '*',
    ...page(async () => (await import('./pages/not-found.page')).NotFoundPage),
  },
];

/** All routes with their guards and layouts (specification, section 2). */
export const routes: RouteObject[] = [
  {
    element: <Initialize />,
    children: [
      {
        element: <Authenticated />,
        children: [
          { element: <DefaultLayout />, children: mainRoutes },
          {
            element: <BareLayout />,
            children: [
              {
                path: '/oauth/authorize',
                ...page(
                  async () => (await import('../features/assistants/consent.page')).ConsentPage,
                ),
              },
            ],
          },
          {
            element: <GodOnly />,
            children: [
              {
                ...page(async () => (await import('./layouts/god.layout')).GodLayout),
                children: godRoutes,
              },
            ],
          },
          {
            element: <AdminOnly />,
            children: [
              {
                ...page(async () => (await import('./layouts/admin.layout')).AdminLayout),
                children: settings,
              },
            ],
          },
        ],
      },
      { element: <BareLayout />, children: open },
    ],
  },
];

/**
 * Loads the code of an address while the session is being loaded. Resolves with a function that
 * asks for what the page shows first, once there is a session, and resolves with whether that is all.
 */
export async function preparePage(
  address: Location,
): Promise<(dispatch: Dispatch) => Promise<boolean>> {
  const matches = matchRoutes(routes, address.pathname) ?? [];
  const reads = await Promise.all(
    matches.map(async ({ route }) => {
      const { preload, readAhead } = (route.handle ?? {}) as Partial<Preparation>;
      try {
        await preload?.();
        return await readAhead?.();
      } catch {
        // The page shows that its code could not be loaded.
        return undefined;
      }
    }),
  );
  return async (dispatch) => {
    const answers = await Promise.all(reads.map((read) => read?.(dispatch, address)));
    return answers.includes(true);
  };
}

/** The page of the current address; a failed page does not block the next. */
export function AppRoutes() {
  const page = useRoutes(routes);
  const { pathname } = useLocation();
  return <ErrorBoundary resetKey={pathname}>{page}</ErrorBoundary>;
}
