import '../../shared/theme/floating-sheets';
export { MemberCsvPage } from '../../features/member-csv/member-csv.page';
