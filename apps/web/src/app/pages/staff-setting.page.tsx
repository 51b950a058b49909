export { StaffAdminPage as StaffSettingPage } from '../../features/staff-admin/staff-admin.page';
