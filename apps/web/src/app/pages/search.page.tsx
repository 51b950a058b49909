export { SearchPage } from '../../features/search/search.page';
