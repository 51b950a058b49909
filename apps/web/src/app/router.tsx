import { type ComponentType, Suspense } from 'react';
import { matchRoutes, Navigate, type RouteObject, useLocation, useRoutes } from 'react-router-dom';
import { paths } from '../shared/address/paths';
import { Waiting } from '../shared/feedback/states';
import { lazyComponent } from '../shared/lazy/lazy-part';
import { ErrorBoundary } from './error-boundary';
import { AdminOnly, Authenticated, GodOnly, Initialize } from './guards';
import { BareLayout } from './layouts/bare.layout';
import { DefaultLayout } from './layouts/default.layout';

/** A lazy page; `preloadPage` may load it earlier. */
function page(load: () => Promise<ComponentType>): Pick<RouteObject, 'element' | 'handle'> {
  const { Shown: Page, preload } = lazyComponent(load);
  return {
    handle: { preload },
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
    ...page(async () => (await import('./pages/timeline.page')).TimelinePage),
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

/** Preloads the code of an address while the session is being loaded. */
export function preloadPage(pathname: string): void {
  for (const { route } of matchRoutes(routes, pathname) ?? []) {
    const { preload } = (route.handle ?? {}) as { preload?: () => Promise<unknown> };
    // A chunk that fails to load shows its error when the page is rendered.
    preload?.().catch(() => undefined);
  }
}

/** The page of the current address; a failed page does not block the next. */
export function AppRoutes() {
  const page = useRoutes(routes);
  const { pathname } = useLocation();
  return <ErrorBoundary resetKey={pathname}>{page}</ErrorBoundary>;
}
