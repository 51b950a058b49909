export { PasswordPage } from '../../features/account/password.page';
