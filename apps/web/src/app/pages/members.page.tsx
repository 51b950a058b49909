export { MembersPage } from '../../features/members/members.page';
