import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom';
import { paths } from '../shared/address/paths';
import { Waiting } from '../shared/ui/states';
import { RouteCrash } from './error-boundary';
import { AdminOnly, Authenticated, Heaven, Initialize } from './guards';
import { AdminLayout } from './layouts/admin.layout';
import { BareLayout } from './layouts/bare.layout';
import { DefaultLayout } from './layouts/default.layout';
import { NotFoundPage } from './pages/not-found.page';

/** Post views below a page that stays mounted; the page reads the address itself. */
const postRoutes: RouteObject[] = [
  { index: true, element: null },
  { path: 'posts/:postId', element: null },
  { path: 'posts/:postId/comments', element: null },
  { path: 'posts/:postId/comments/:commentId', element: null },
];

/** The source's dashboard sub-paths that have no content of their own (WEB-1). */
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

const everyday: RouteObject[] = [
  {
    path: '/',
    lazy: async () => ({
      Component: (await import('./pages/timeline.page')).TimelinePage,
    }),
    children: postRoutes,
  },
  {
    path: '/members',
    lazy: async () => ({ Component: (await import('./pages/members.page')).MembersPage }),
  },
  {
    path: '/members/:memberId',
    lazy: async () => ({ Component: (await import('./pages/member.page')).MemberPage }),
    children: postRoutes,
  },
  {
    path: '/staffs',
    lazy: async () => ({ Component: (await import('./pages/staffs.page')).StaffsPage }),
  },
  {
    path: '/staffs/:staffId',
    lazy: async () => ({ Component: (await import('./pages/staff.page')).StaffPage }),
    children: postRoutes,
  },
  {
    path: '/tasks',
    lazy: async () => ({ Component: (await import('./pages/tasks.page')).TasksPage }),
    children: [
      { index: true, element: null },
      { path: ':taskId', element: null },
    ],
  },
  {
    path: '/notifications',
    lazy: async () => ({
      Component: (await import('./pages/notifications.page')).NotificationsPage,
    }),
  },
  {
    path: '/drafts',
    lazy: async () => ({ Component: (await import('./pages/drafts.page')).DraftsPage }),
  },
  {
    path: '/search',
    lazy: async () => ({ Component: (await import('./pages/search.page')).SearchPage }),
  },
  {
    path: '/dashboard',
    lazy: async () => ({ Component: (await import('./pages/dashboard.page')).DashboardPage }),
  },
  ...emptyDashboardPaths,
  {
    element: <Heaven />,
    children: [
      {
        path: '/god/spaces',
        lazy: async () => ({ Component: (await import('./pages/god-spaces.page')).GodSpacesPage }),
      },
      {
        path: '/god/spaces/:name',
        lazy: async () => ({ Component: (await import('./pages/god-space.page')).GodSpacePage }),
      },
    ],
  },
];

const settings: RouteObject[] = [
  {
    path: '/admin/space_setting',
    lazy: async () => ({
      Component: (await import('./pages/space-setting.page')).SpaceSettingPage,
    }),
  },
  {
    path: '/admin/member_setting',
    lazy: async () => ({
      Component: (await import('./pages/member-setting.page')).MemberSettingPage,
    }),
  },
  {
    path: '/admin/member_setting/csv',
    lazy: async () => ({ Component: (await import('./pages/member-csv.page')).MemberCsvPage }),
  },
  {
    path: '/admin/staff_setting',
    lazy: async () => ({
      Component: (await import('./pages/staff-setting.page')).StaffSettingPage,
    }),
  },
];

const open: RouteObject[] = [
  {
    path: '/login',
    lazy: async () => ({
      Component: (await import('../features/sign-in/sign-in.page')).SignInPage,
    }),
  },
  ...(['confirm', 'done', 'send', 'submit'] as const).map((step) => ({
    path: `/actions/passwords/${step}`,
    lazy: async () => {
      const { PasswordPage } = await import('./pages/password.page');
      return { element: <PasswordPage step={step} /> };
    },
  })),
  {
    path: '/terms',
    lazy: async () => ({ Component: (await import('./pages/legal.page')).TermsPage }),
  },
  {
    path: '/privacy',
    lazy: async () => ({ Component: (await import('./pages/legal.page')).PrivacyPage }),
  },
  { path: '*', element: <NotFoundPage /> },
];

/** All routes with their guards and layouts (source, section 2). */
export const routes: RouteObject[] = [
  {
    element: <Initialize />,
    errorElement: <RouteCrash />,
    hydrateFallbackElement: <Waiting />,
    children: [
      {
        element: <Authenticated />,
        children: [
          { element: <DefaultLayout />, children: everyday },
          {
            element: <AdminOnly />,
            children: [{ element: <AdminLayout />, children: settings }],
          },
        ],
      },
      { element: <BareLayout />, children: open },
    ],
  },
];

/** The router of the page; begins to load the first page's code at once. */
export function createRouter() {
  return createBrowserRouter(routes);
}
