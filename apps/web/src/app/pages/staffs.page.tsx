export { StaffsPage } from '../../features/staffs/staffs.page';
