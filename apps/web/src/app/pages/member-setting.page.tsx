export { MemberSettingPage } from '../../features/member-csv/member-setting.page';
