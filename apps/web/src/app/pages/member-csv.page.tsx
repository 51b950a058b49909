export { MemberCsvPage } from '../../features/member-csv/member-csv.page';
