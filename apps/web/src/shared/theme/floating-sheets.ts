// One sheet for menus and popovers, so that a menu's rules always follow a popover's. Imported by
// each file that uses one of them; the first page shows none.
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Combobox.css';
