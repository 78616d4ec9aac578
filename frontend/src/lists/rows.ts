/** The look of tables and of the cards that they are on a narrow screen: in one chunk, so that the cards' rules come later. */
import './table.css';
import './cards.css';
