export { SpaceAdminPage as SpaceSettingPage } from '../../features/space-admin/space-admin.page';
