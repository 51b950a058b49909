export { ProfilePage } from '../../features/profile/profile.page';
